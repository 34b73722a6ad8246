import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { readEnv } from '#app/env.server.ts';
import { paths } from '#app/paths.ts';
import { NOT_TO_ALL } from '#app/mail/mail.ts';
import { mailSender } from '#app/mail/sender.server.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { expectMail, hardMail as mail } from '../support/expect-mail.ts';
import { forTest } from '../support/for-test.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { freePort, startProduct } from '../support/product.ts';
import { visitAs } from '../support/visitor.ts';
import { LOGIN, startSmtpServer, type Refusal } from '../support/smtp-server.ts';

const addresses = { MAIL_FROM: 'Website <website@example.com>', MAIL_TO: 'office@example.com, second@example.com' };
const send = (SMTP_URL: string) => mailSender(readEnv({ SMTP_URL, ...addresses })).send(mail);

const server = async (options?: Parameters<typeof startSmtpServer>[0]) => forTest(await startSmtpServer(options));

describe('mail by an SMTP server', () => {
  it('goes from us to us, with the visitor as Reply-To and one Message-ID for all tries', async () => {
    const { url, taken } = await server();
    const messageId = `<enquiry-${mail.id}@example.com>`;
    const sent = { outcome: 'sent', id: messageId };
    expect([await send(url), await send(url)]).toEqual([sent, sent]);
    for (const { from, to, raw } of taken) {
      expect([from, to]).toEqual(['website@example.com', ['office@example.com', 'second@example.com']]);
      expect(raw).toMatch(/^[\x20-\x7e\r\n]*$/);
      const own = { from: addresses.MAIL_FROM, to: addresses.MAIL_TO, messageId };
      await expectMail(raw, { ...mail, ...own });
    }
    expect(taken).toHaveLength(2);
  });

  it.each([
    ['STARTTLS', {}],
    ['TLS from the first byte', { secure: true }],
  ])('signs in over %s', async (_how, options) => {
    const { urlWithLogin, taken } = await server({ ...options, authOptional: false });
    expect(await send(urlWithLogin)).toMatchObject({ outcome: 'sent' });
    expect(taken).toMatchObject([{ user: LOGIN.user, isSecure: true }]);
  });

  const onLinux = it.skipIf(process.platform !== 'linux'); // other systems have no second loopback address
  onLinux('gives its password to nobody who asks in the clear or has a certificate of their own', async () => {
    const elsewhere = '127.0.0.2'; // counts as another machine
    const clear = await server({ host: elsewhere, disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    const noSafety = { outcome: 'retry', reason: 'mail server offers no safe connection' };
    expect(await send(clear.urlWithLogin)).toEqual(noSafety);
    const noTrust = { outcome: 'retry', reason: 'mail server has a certificate that is not trusted here' };
    for (const secure of [true, false]) {
      const ownMade = await server({ host: elsewhere, secure });
      expect(await send(ownMade.urlWithLogin)).toEqual(noTrust);
      expect([ownMade.connections.length > 0 || secure, ownMade.triedPasswords]).toEqual([true, []]);
    }
    expect([clear.connections.length, clear.triedPasswords]).toEqual([1, []]);
  });

  it('is tried again after what may pass, and refused for good after what will not, with a reason that names nobody', async () => {
    const { urlWithLogin, refuse, taken } = await server();
    const outcomes: [Refusal['at'], number, string, 'retry' | 'refused', words?: string][] = [
      ['connect', 421, 'CONN', 'retry'],
      ['login', 454, 'AUTH PLAIN', 'retry'],
      ['from', 451, 'MAIL FROM', 'retry'],
      ['to', 450, 'RCPT TO', 'retry'],
      ['data', 452, 'DATA', 'retry'],
      ['connect', 554, 'CONN', 'retry'],
      ['login', 535, 'AUTH PLAIN', 'retry'],
      ['from', 553, 'MAIL FROM', 'retry'],
      ['from', 552, 'MAIL FROM', 'retry'],
      ['to', 550, 'RCPT TO', 'refused'],
      ['to', 550, 'RCPT TO', 'refused', '5.1.1 sender@example.com: not here to relay'],
      ['to', 530, 'RCPT TO', 'retry'],
      ['to', 554, 'RCPT TO', 'retry', '5.7.1'],
      ['to', 553, 'RCPT TO', 'retry', '5.1.8'],
      ['to', 550, 'RCPT TO', 'retry', 'relay not permitted'],
      ['data', 552, 'DATA', 'refused'],
      ['data', 554, 'DATA', 'refused', '5.6.0'],
      ['data', 550, 'DATA', 'retry', '5.7.60'],
      ['data', 554, 'DATA', 'retry', '5.2.252'],
    ];
    for (const [at, code, command, outcome, words] of outcomes) {
      refuse({ at, code, words });
      const reason = `mail server answered ${code} to ${command}`;
      expect([words, await send(urlWithLogin)]).toEqual([words, { outcome, reason }]);
    }
    expect(taken).toEqual([]);
    refuse({ at: 'to', code: 550, who: 'second@example.com' });
    const reason = 'the mail server refused one of its addresses';
    expect(await send(urlWithLogin)).toMatchObject({ outcome: 'sent', reason });
    refuse();
    expect(await send(urlWithLogin)).toMatchObject({ outcome: 'sent' });
  });

  it('goes again only to those of its addresses that could not take it yet', async () => {
    const { url, refuse, taken } = await server();
    const to = 'Office <office@example.com>, second@example.com, third@example.com';
    const sendOn = (only?: string[]) =>
      mailSender(readEnv({ SMTP_URL: url, ...addresses, MAIL_TO: to })).send({ ...mail, ...(only ? { only } : {}) });
    const second = { at: 'to', code: 451, who: 'second@example.com' } as const;
    const third = { at: 'to', code: 550, who: 'third@example.com' } as const;
    const reason = 'the mail server did not take it yet for one of its addresses';
    const only = [second.who, third.who];
    for (const each of [second, { ...second, code: 554, words: '5.7.1' }]) {
      refuse(each, third);
      expect(await sendOn()).toEqual({ outcome: 'retry', reason, only });
      expect(await sendOn(only)).toEqual({ outcome: 'retry', reason });
    }
    refuse(third);
    const toSome = { outcome: 'sent', reason: 'the mail server refused one of its addresses' };
    for (const each of [only, [third.who]]) expect(await sendOn(each)).toMatchObject(toSome);
    expect(taken.map((each) => each.to)).toEqual([['office@example.com'], ['office@example.com'], [second.who]]);
  });

  it('is tried again when nobody listens, or hangs up', async () => {
    const reason = 'mail server could not be reached';
    expect(await send(`smtp://127.0.0.1:${await freePort()}`)).toEqual({ outcome: 'retry', reason });
    expect(await send('smtp://no-such-host.invalid')).toEqual({ outcome: 'retry', reason });
    const { port } = forTest(await listenOnLoopback(net.createServer((socket) => socket.end())));
    expect(await send(`smtp://127.0.0.1:${port}`)).toEqual({ outcome: 'retry', reason });
  });
});

it.each([
  ['later, and to no other twice', addresses.MAIL_TO, null, [['office@example.com'], ['second@example.com']]],
  ['no more, once that is removed', 'office@example.com', NOT_TO_ALL, [['office@example.com']]],
  ['no more after the last try, and is sent', addresses.MAIL_TO, NOT_TO_ALL, [['office@example.com']]],
])('a mail to an address that could not take it yet goes there %s', async (when, MAIL_TO, reason, told) => {
  const { url: DATABASE_URL, sql } = await testDatabase();
  const smtp = await server();
  const start = (more = {}) => startProduct({ DATABASE_URL, SMTP_URL: smtp.url, ...addresses, ...more });
  const site = await start();
  smtp.refuse({ at: 'to', code: 450, who: 'second@example.com' });
  expect((await sendEnquiry(site.url)).status).toBe(303);
  await expect.poll(() => sql.value<number>('select attempts from notifications'), { timeout: 15_000 }).toBe(2);
  await site.stop();
  if (!when.includes('last')) smtp.refuse();
  else await sql('update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now()');
  forTest(await start({ MAIL_TO }));
  const state = 'select state, reason from notifications';
  await expect.poll(() => sql(state), { timeout: 30_000 }).toEqual([{ state: 'sent', reason }]);
  expect(smtp.taken.map(({ to }) => to)).toEqual(told);
});

it('a site with SMTP_URL parks what was refused, sends what waited for a right account, and writes no secret and no address into its log', async () => {
  const { url: DATABASE_URL, sql } = await testDatabase();
  const smtp = await server({ authOptional: false });
  const notifications = () => sql('select state, attempts, reason from notifications order by created_at');
  const settings = { DATABASE_URL, SMTP_URL: smtp.urlWithLogin, ...addresses, LOG_LEVEL: 'trace' };
  const site = forTest(await startProduct(settings));
  smtp.refuse({ at: 'to', code: 550 });
  expect((await sendEnquiry(site.url)).status).toBe(303);
  const refused = 'mail server answered 550 to RCPT TO';
  await expect.poll(async () => (await notifications())[0]).toEqual({ state: 'failed', attempts: 1, reason: refused });
  await expect.poll(() => sql('select 1 from graphile_worker.jobs')).toEqual([]);

  // The account is wrong for a day. Once it works again, everything goes out after the next mail.
  smtp.refuse({ at: 'login', code: 535 });
  expect((await sendEnquiry(site.url, { subject: 'Waits' })).status).toBe(303);
  const reason = 'mail server answered 535 to AUTH PLAIN';
  await expect.poll(async () => (await notifications())[1]).toMatchObject({ state: 'waiting', reason });
  const staff = await visitAs(site, sql, 'viewer');
  expect(await (await staff.get(paths.admin.dashboard)).text()).toContain(`1 mail is being retried (${reason})`);
  await sql(`update graphile_worker._private_jobs
    set attempts = 9, run_at = now() + interval '6 hours', updated_at = now() - interval '1 hour' where locked_at is null`);
  smtp.refuse();
  expect((await sendEnquiry(site.url, { subject: 'The next' })).status).toBe(303);
  await expect.poll(async () => (await notifications())[1], { timeout: 10_000 }).toMatchObject({ state: 'sent' });
  await site.stop();
  expect(site.logs()).toContain('notification refused');
  expect(site.logs()).not.toMatch(/canary|p%40ss|office@example\.com/i);
});
