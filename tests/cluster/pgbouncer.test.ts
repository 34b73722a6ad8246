import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { checkDatabase } from '#db/check-database.ts';
import { readDatabaseUrl } from '#db/database-url.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { mailBy, startFakePostmark } from '../support/fake-postmark.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { followEvents } from '../support/follow-events.ts';
import { freePort, startProduct } from '../support/product.ts';
import { run } from '../support/run-command.ts';
import { testFolder } from '../support/test-folder.ts';
import { visitByPassword } from '../support/visitor.ts';
import { startPooler } from './pooler.ts';

const database = await testDatabase();
const { sql, url: direct } = database;
const pooler = await startPooler(database);
const postmark = forFile(await startFakePostmark());
const folder = testFolder();

describe('behind PgBouncer in transaction mode', async () => {
  const { transactions: DATABASE_URL } = pooler;
  const env = { DATABASE_URL, DATABASE_DIRECT_URL: direct, ...mailBy(postmark.url), TRUST_PROXY: '1' };
  const [one, two] = [forFile(await startProduct(env)), forFile(await startProduct(env))];
  const admin = await visitByPassword(one, sql, 'admin');

  const said = async (script: string, ...args: string[]) =>
    (await run(process.execPath, [`scripts/${script}.ts`, ...args], { DATA_DIR: one.dataDir, ...env })).output;

  it('enquiries of many at once are stored and sent', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        sendEnquiry((n % 2 ? one : two).url, { subject: `Pooled ${n}` }, { 'X-Forwarded-For': `198.51.100.${n}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(40).fill(303));
    expect(await sql("select 1 from messages where subject like 'Pooled %'")).toHaveLength(40);
    const sent = () =>
      postmark.taken.filter(({ To, Subject }) => To === 'office@example.com' && /Pooled/.test(Subject));
    await expect.poll(() => new Set(sent().map(({ Subject }) => Subject)).size, { timeout: 30_000 }).toBe(40);
    expect(sent()).toHaveLength(40);
  });

  it('a save and maintenance of one process are followed by the other, in its open pages too', async () => {
    const page = await followEvents(two.url);
    forTest({ stop: page.close });
    for (const [intent, status] of [
      ['enable', 503],
      ['disable', 200],
    ] as const) {
      const began = Date.now();
      expect((await admin.post(paths.admin.maintenance, { intent })).status).toBe(303);
      await expect.poll(() => page.events().at(-1)!.maintenanceMode, { timeout: 5000 }).toBe(status === 503);
      expect(page.events().at(-1)!.at - began).toBeLessThan(2000);
      await expect.poll(async () => (await fetch(two.url)).status).toBe(status);
    }
    const fields = { title: 'Lifting by pool', content: 'Of those who share.', icon: 'Eye' };
    const saved = await admin.post(paths.admin.newService, fields);
    expect(saved.status).toBe(303);
    for (const { url } of [one, two])
      await expect
        .poll(async () => (await fetch(url + paths.services)).text(), { timeout: 5000 })
        .toContain('Lifting by pool');
  });

  it('commands and the backup work', async () => {
    expect(await said('user', 'add', 'pooled@example.com', '--role', 'editor')).toContain('Added pooled@example.com');
    expect(await said('backup', path.join(folder, 'site.tar.gz'))).toContain('Backed up the database');
  });

  it('requests went through it, by few connections, and without complaints in its log', async () => {
    expect(await (await admin.get(paths.admin.messages)).text()).toContain('Pooled');
    const found = await (await admin.get(`${paths.admin.messages}?q=Pooled+17`)).text();
    expect([found.includes('Pooled 17'), found.includes('Pooled 18')]).toEqual([true, false]);
    const [stats] = (await pooler.show('stats')).filter(({ database: name }) => name === 'site');
    expect(Number(stats!.total_xact_count)).toBeGreaterThan(100);
    const servers = (await pooler.show('servers')).filter(({ database: name }) => name === 'site');
    expect(servers.length).toBeLessThanOrEqual(4);
    for (const site of [one, two]) expect(site.logs()).not.toMatch(/prepared statement|"level":[56]0/);
  });
});

describe('a start with a pooler', () => {
  const check = (url: string, directUrl?: string) => {
    const pooled = readDatabaseUrl('DATABASE_URL', url);
    return checkDatabase(pooled, directUrl ? readDatabaseUrl('DATABASE_DIRECT_URL', directUrl) : pooled);
  };

  it('requires a direct connection with its own sessions where it shares them', async () => {
    await expect(check(pooler.transactions)).rejects.toThrow(
      'DATABASE_DIRECT_URL: is required, because DATABASE_URL leads through a pooler that shares sessions (PgBouncer in transaction mode or the like)',
    );
    await expect(check(pooler.transactions, pooler.transactions)).rejects.toThrow(
      'DATABASE_DIRECT_URL: must have sessions of its own, but leads through a pooler that shares sessions (PgBouncer in transaction mode or the like)',
    );
    await check(pooler.transactions, direct);
    await check(pooler.sessions);
  });

  it('beside each of several hosts uses the one whose database takes writes', async () => {
    const DATABASE_URL = `${pooler.transactions.replace('@', `@127.0.0.1:${await freePort()},`)}?target_session_attrs=read-write`;
    const site = forTest(await startProduct({ DATABASE_URL, DATABASE_DIRECT_URL: direct }));
    expect((await sendEnquiry(site.url, { subject: 'By the second way' })).status).toBe(303);
  });
});
