import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#app/paths.ts';
import { afterAll, expect, it } from 'vitest';
import { makeMail, startDovecot } from '../support/dovecot.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { freePort } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { seededRandom, startBehindProxy, testDatabaseApart } from './scene.ts';

// Mails arrive in all three ways while a part fails. Each becomes one enquiry.
const KILLS = Number(process.env.FAULT_KILLS ?? 12);
const SEED = 20_261_218;
const PASSWORD = 'the password of the hook';

const dovecot = await startDovecot();
const dataDir = testFolder();
const inbox = path.join(dataDir, 'inbox');
afterAll(() => dovecot?.remove());
const database = await testDatabaseApart();
const s3 = forFile(await startS3Server());
const store = forFile(await startFaultProxy(Number(new URL(s3.settings.endpoint!).port)));
const env = {
  ...s3Env(s3.settings, store.port),
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  INBOUND_ADDRESS: 'enquiries@example.com',
  INBOUND_WEBHOOK_PASSWORD: PASSWORD,
  ...(dovecot && { INBOUND_IMAP_URL: dovecot.url() }),
};
fs.mkdirSync(inbox);
let product = await startBehindProxy(env);
afterAll(() => product.stop());

/** @returns the status; 0 without an answer */
function post(subject: string): Promise<number> {
  const headers = { Authorization: `Basic ${btoa(`postmark:${PASSWORD}`)}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ RawEmail: makeMail(subject) });
  const sent = fetch(product.url + paths.inboundPostmark, { method: 'POST', headers, body });
  return sent.then(({ status }) => status).catch(() => 0);
}

function putIntoFolder(subject: string) {
  fs.writeFileSync(path.join(inbox, 'on its way'), makeMail(subject));
  fs.renameSync(path.join(inbox, 'on its way'), path.join(inbox, `${subject}.eml`));
}

/** Compares mails and enquiries after all mails are read or the time is over. */
async function count(sent: string[], timeout = 60_000) {
  const look = async () => {
    const rows = await database.sql<{ subject: string }>('select subject from messages');
    const found = new Set(rows.map(({ subject }) => subject));
    const lost = sent.filter((subject) => !found.has(subject)).length;
    return { lost, doubled: rows.length - found.size };
  };
  const waiting = () => database.sql("select 1 from inbound_mails where state = 'waiting' limit 1");
  const start = performance.now();
  while ((await look()).lost || (await waiting()).length) {
    if (performance.now() - start > timeout) break;
    await sleep(100);
  }
  expect(await database.sql("select reason from inbound_mails where state = 'failed'")).toEqual([]);
  return look();
}

it(`kill -9 at ${KILLS} random moments between taking, storing and reading: none lost, none doubled`, async () => {
  const seen = () => database.sql('select 1 from mailboxes where uid_validity > 0');
  if (dovecot) await expect.poll(seen, { timeout: 20_000 }).toHaveLength(1); // earlier mails are not taken
  const over = new AbortController();
  const sent: string[] = [];
  const repeat = async (name: string, send: (subject: string) => unknown) => {
    for (let n = 0; !over.signal.aborted; n++) {
      const subject = `${name} no ${n}`;
      while ((await send(subject)) === 0) await sleep(50); // Postmark tries again
      sent.push(subject);
      await sleep(150);
    }
  };
  const ways = [
    repeat('Posted', post),
    repeat('Put into the folder', putIntoFolder),
    ...(dovecot ? [repeat('Mailed', (subject) => dovecot.deliver(makeMail(subject)))] : []),
  ];
  const random = seededRandom(SEED);
  for (let kill = 0; kill < KILLS; kill++) {
    await sleep(300 + random() * 2000);
    await product.stop('SIGKILL');
    // As if the database's clock went back: no process may wait three hours for a lease.
    await database.sql("update mailboxes set held_until = now() + interval '3 hours'");
    product = await startBehindProxy(env);
  }
  over.abort();
  await Promise.all(ways);
  expect(sent.length).toBeGreaterThan(KILLS * 3);
  // A minute later another process takes what a killed one had claimed.
  expect(await count(sent, 110_000)).toEqual({ lost: 0, doubled: 0 });
}, 400_000);

it.each([
  ['database', 'black-hole', () => database.proxy],
  ['store', 'refuses', () => store],
] as const)('%s away (%s): 503 to Postmark, whose next call is taken, as is the mailbox', async (part, kind, proxy) => {
  const sent = [`Posted, ${part}`, ...(dovecot ? [`Mailed, ${part}`] : [])];
  proxy().behave({ kind });
  dovecot?.deliver(makeMail(sent[1]!));
  const statuses = [await post(sent[0]!), await post(sent[0]!)];
  await sleep(3000); // the mailbox is read meanwhile
  proxy().behave({ kind: 'well' });
  await expect.poll(() => post(sent[0]!), { timeout: 20_000 }).toBe(200);
  expect(statuses).toEqual([503, 503]);
  expect(await count(sent)).toEqual({ lost: 0, doubled: 0 });
});

it.runIf(dovecot)('of two processes and one mailbox, one that slept past its lease takes nothing twice', async () => {
  const takes = async (subject: string) => {
    dovecot!.deliver(makeMail(subject));
    expect(await count([subject])).toEqual({ lost: 0, doubled: 0 });
  };
  const { PORT: _, ...elsewhere } = env;
  forTest(await startBehindProxy(elsewhere));
  await takes('To the first');
  process.kill(product.pid, 'SIGSTOP');
  await database.sql("update mailboxes set held_until = now() - interval '1 s'"); // as a while later
  await takes('While one slept');
  process.kill(product.pid, 'SIGCONT');
  await takes('After it woke up');
});
