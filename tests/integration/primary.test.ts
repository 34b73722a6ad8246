import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { checkDatabase } from '#db/check-database.ts';
import { readDatabaseUrl } from '#db/database-url.ts';
import { startEmbedded } from '#db/embedded.ts';
import { migrate } from '#db/orm.ts';
import { trackPrimary } from '#db/primary.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { expectPage } from '../support/expect-page.ts';
import { mailBy, startFakePostmark } from '../support/fake-postmark.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { startProduct, type Product } from '../support/product.ts';
import { run } from '../support/run-command.ts';
import { testFolder } from '../support/test-folder.ts';
import { queryOnce } from '../support/test-postgres.ts';

// Two databases with one name on two servers, without replication: only who takes writes matters.
const second = await testDatabase();
const { database } = second.connection;
const dir = testFolder();
const postmark = forFile(await startFakePostmark());
let first = await startEmbedded(dir, { durable: false });
afterAll(() => first.stop());
const { host, port, user } = first;

/** Asks one server, whether it takes writes or not. */
const ask = (server: pg.ClientConfig, text: string) =>
  queryOnce({ ...server, options: '-c default_transaction_read_only=off' }, text);
const onFirst = (text: string) => ask({ host, port, user, database }, text);
const onSecond = (text: string) => ask(second.connection, text);

/** As when a primary becomes a standby and keeps its connections. */
const firstTakesWrites = async (is: boolean) => {
  await onFirst(`alter system set default_transaction_read_only = ${is ? 'off' : 'on'}`);
  await onFirst('select pg_reload_conf()');
};
/** As when a server restarts as a standby. Set for the database, because other tests share the server. */
const secondTakesWrites = async (is: boolean) => {
  await onSecond(`alter database ${database} set default_transaction_read_only = ${is ? 'off' : 'on'}`);
  if (is) return;
  await onSecond(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
};

await ask({ host, port, user, database: 'postgres' }, `create database ${database}`);
await migrate({ host, port, user, database });
const network = forFile(await startFaultProxy(path.join(host, `.s.PGSQL.${port}`))); // to the first server
const hosts = `127.0.0.1:${network.port},${encodeURIComponent(second.connection.host)}:${second.connection.port}`;
const url = `postgres://${user}@${hosts}/${database}?target_session_attrs=read-write`;

const ready = async (site: Product) => (await fetch(`${site.url}/readyz`)).status;
const subjects = 'select subject from messages order by id';

const addUser = async (email: string) =>
  (await run(process.execPath, ['scripts/user.ts', 'add', email, '--role', 'editor'], { DATABASE_URL: url })).code;

const soon = { timeout: 10_000, interval: 250 };

/** Expects everything with its own connection to work: pool, LISTEN, mail queue, commands. */
async function expectAllToWorkOn(ask: typeof onFirst, site: Product, subject: string): Promise<void> {
  const statuses: number[] = [];
  const enquire = async () => {
    const answer = await sendEnquiry(site.url, { subject });
    statuses.push(answer.status);
    if (answer.status === 503)
      expect(await answer.text()).toContain('Your message could not be sent. Please try again, or call us.');
    return answer.status;
  };
  await expect.poll(enquire, soon).toBe(303);
  expect(statuses.filter((status) => ![303, 503].includes(status))).toEqual([]);
  expect(await ask(subjects)).toContainEqual({ subject });
  await expect.poll(() => postmark.taken.filter((mail) => mail.Subject.endsWith(`: ${subject}`)).length, soon).toBe(1);
  for (const mode of [true, false]) {
    await ask(`update site_status set maintenance_mode = ${mode}`);
    await expect.poll(async () => (await fetch(site.url)).status, soon).toBe(mode ? 503 : 200);
  }
  expect(await ready(site)).toBe(200);
  const email = `${subject.replaceAll(' ', '-').toLowerCase()}@example.com`;
  expect(await addUser(email)).toBe(0);
  expect(await ask(`select email from accounts where email = '${email}'`)).toHaveLength(1);
}

describe('DATABASE_URL with several hosts and target_session_attrs=read-write', () => {
  it('where the first host is down, starts on the second', async () => {
    await first.stop();
    const site = await startApp({ DATABASE_URL: url });
    try {
      expect((await sendEnquiry(site.url, { subject: 'First is down' })).status).toBe(303);
      expect(await onSecond(subjects)).toEqual([{ subject: 'First is down' }]);
    } finally {
      await site.stop();
      first = await startEmbedded(dir, { durable: false });
    }
  });

  it('follows the primary while it runs, whether its connections are cut, stay or are lost in silence, and says when there is none', async () => {
    await secondTakesWrites(false);
    const site = forTest(await startProduct({ DATABASE_URL: url, ...mailBy(postmark.url) }));
    expect((await sendEnquiry(site.url, { subject: 'On the first' })).status).toBe(303);
    expect(await onFirst(subjects)).toEqual([{ subject: 'On the first' }]);

    await firstTakesWrites(false);
    await secondTakesWrites(true);
    await expectAllToWorkOn(onSecond, site, 'On the second');

    await secondTakesWrites(false);
    await expect.poll(() => ready(site), soon).toBe(503);
    const message = 'Typed while nobody took it.';
    await expectPage(sendEnquiry(site.url, { message }), 503, message);
    expect((await fetch(site.url)).status).toBe(200);

    await firstTakesWrites(true);
    await expect.poll(() => ready(site), soon).toBe(200);
    network.behave({ kind: 'black-hole' });
    await secondTakesWrites(true);
    await expectAllToWorkOn(onSecond, site, 'On the second again');
  });

  it('of two that take writes takes the one that was promoted last: the other came back by itself', async () => {
    const { user } = first;
    const hosts = [second.connection, first].map(({ host, port }) => ({ host, port }));
    const find = () => {
      const primary = trackPrimary(hosts);
      hosts.forEach(primary.forget);
      return primary.find({ user, database });
    };
    await onSecond(`alter database ${database} set default_transaction_read_only = off`);
    expect(await find()).toEqual(hosts[0]);
    await onFirst(`alter system set restore_command = 'false'`);
    await first.stop();
    fs.writeFileSync(path.join(dir, 'recovery.signal'), '');
    fs.chmodSync(path.join(dir, 'recovery.signal'), 0o666); // the server runs under another account
    first = await startEmbedded(dir, { durable: false }); // it ends recovery, which is a promotion
    await expect.poll(find, soon).toEqual(hosts[1]);
  });

  it('where no host takes writes, is told in one plain line', async () => {
    await secondTakesWrites(false);
    network.behave({ kind: 'refuses' });
    const connection = readDatabaseUrl('DATABASE_URL', url);
    await expect(checkDatabase(connection, connection)).rejects.toThrow(
      /^the database of DATABASE_URL cannot be reached: no host takes writes \(127.0.0.1:\d+: .*; .*: takes no writes\)$/,
    );
  });
});
