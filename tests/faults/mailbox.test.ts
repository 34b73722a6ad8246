import net from 'node:net';
import { afterAll, expect, it, vi } from 'vitest';
import { startApp, withFastPeriods } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { makeMail, startDovecot } from '../support/dovecot.ts';
import { forFile } from '../support/for-test.ts';
import { listenOnLoopback } from '../support/loopback.ts';

// A mail server that does not keep to the protocol, or says nothing of use.
const dovecot = await startDovecot();
afterAll(() => dovecot?.remove());
const { url: DATABASE_URL, sql } = await testDatabase();
const soon = { timeout: 45_000, interval: 50 };

/** What becomes of the words of client and server, and what else the client hears every moment. */
const as = (text: string) => text;
let [asked, answered, dripped] = [as, as, ''];
const between = net.createServer((client) => {
  const server = net.connect(dovecot!.port, '127.0.0.1');
  client.on('data', (bytes) => server.write(asked(bytes.toString('latin1')), 'latin1'));
  server.on('data', (bytes) => client.write(answered(bytes.toString('latin1')), 'latin1'));
  const drip = setInterval(() => client.write(dripped), 100);
  for (const socket of [client, server]) socket.on('error', () => {}).on('close', () => end());
  const end = () => (clearInterval(drip), client.destroy(), server.destroy());
});
const { port } = forFile(await listenOnLoopback(between));
if (dovecot)
  await withFastPeriods(async () => {
    const INBOUND_IMAP_URL = dovecot.url(port);
    forFile(await startApp({ DATABASE_URL, INBOUND_ADDRESS: 'enquiries@example.com', INBOUND_IMAP_URL }));
    await vi.waitUntil(async () => (await sql('select 1 from mailboxes where uid_validity > 0')).length, soon);
  });

const came = (subject: string) =>
  sql('select raw_bytes::int as bytes from inbound_mails where subject = $1', [subject]);
const reason = () => sql.value<string | null>('select reason from mailboxes');

it.runIf(dovecot)('a mail server that answers nothing but lines of life is given up', async () => {
  const live = '* OK Still here\r\n';
  [answered, dripped] = [(text) => (text.includes('EXISTS') ? text : live), live];
  dovecot!.deliver(makeMail('After a hang'));
  await expect.poll(reason, soon).toBe('its server or the connection to it failed');
  [answered, dripped] = [as, ''];
  await expect.poll(() => came('After a hang'), soon).toHaveLength(1);
});

it.runIf(dovecot)(
  'a mail that its server gives in pieces smaller than asked for comes whole, or not at all',
  async () => {
    const giveAtMost = (most: number) =>
      (asked = (text) => text.replace(/<(\d+)\.(\d+)>/, (_, from, n) => `<${from}.${Math.min(Number(n), most)}>`));
    giveAtMost(10_000);
    const mail = makeMail('In pieces', 'The lift is planned.\r\n'.repeat(15_000));
    dovecot!.deliver(mail);
    await expect.poll(reason, soon).not.toBeNull();
    expect(await came('In pieces')).toEqual([]);
    giveAtMost(100_000);
    await expect.poll(() => came('In pieces'), soon).toEqual([{ bytes: mail.length }]);
    asked = as;
  },
);

it.runIf(dovecot)('a mail that its server lists in words that are none comes too', async () => {
  answered = (text) => text.replace('INTERNALDATE "', 'INTERNALDATE) "');
  dovecot!.deliver(makeMail('Badly listed'));
  await expect.poll(() => came('Badly listed'), soon).toHaveLength(1);
});
