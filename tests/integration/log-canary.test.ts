import { expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { fillLimits, makeAccount, PASSWORD as USUAL } from '../support/accounts.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { testProduct } from '../support/database.ts';
import { documentForm, fileOf } from '../support/documents.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { rawRequest } from '../support/raw-request.ts';
import { asker, cookieOf, send, sendLogin, visitByPassword, type Ask } from '../support/visitor.ts';

// All personal data contains a canary, and the tests use all of it at the lowest log level.
const { site, sql } = await testProduct({ LOG_LEVEL: 'trace' });
const PASSWORD = 'canary password of seven words';
const EMAIL = 'canary.staff@example.com';
await makeAccount(sql, 'admin', EMAIL, PASSWORD);

type Line = { event?: string; accountId: number | null; requestId: string; outcome: string };
const events = () =>
  site
    .logLines()
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => event);

it('what is refused to accounts is in the log: which event, which account, which request, which end', async () => {
  const { accountId, email } = await makeAccount(sql, 'viewer');
  const other = await visitByPassword(site, sql, 'viewer');
  const expected: Line[] = [];
  const logs = async (event: string, id: number | null, outcome: string, asked: Promise<Response>) => {
    const requestId = (await asked).headers.get('x-request-id')!;
    expect(requestId).toBeTruthy();
    expected.push({ event, accountId: id, outcome, requestId });
  };
  const change = (ask: Ask, currentPassword: string) =>
    send(ask, paths.admin.account, { currentPassword, newPassword: 'seven tall cranes' });
  await logs('authn_login_fail', accountId, 'failure', sendLogin(site, email, 'not the password'));
  await logs('authn_login_fail', null, 'failure', sendLogin(site, 'nobody@example.com', 'not the password'));
  const ask = asker(site, cookieOf(await sendLogin(site, email, USUAL)));
  await logs('authz_fail', accountId, 'refused', ask(paths.admin.messages));
  await logs('authn_password_change_fail', accountId, 'failure', change(ask, 'wrong'));
  await fillLimits(sql);
  await logs('authn_login_fail_max', accountId, 'refused', sendLogin(site, email, 'one too many'));
  await change(other.ask, 'guess');
  await fillLimits(sql);
  await logs('authn_password_change_fail_max', other.accountId, 'refused', change(other.ask, 'one too many'));
  const foreign = { method: 'POST', headers: { Origin: 'https://evil.example' } };
  await logs('malicious_cors', null, 'refused', ask(paths.admin.login, foreign));
  await expect
    .poll(events)
    .toEqual(expect.arrayContaining(expected.map((each) => expect.objectContaining(each) as Line)));
  expect(site.logs()).not.toContain(email);
  expect(site.logs()).not.toContain('127.0.0.1"');
  await sql('delete from rate_limits');
});

it('the token of a link that was mailed reaches no log, in whatever spelling the address comes', async () => {
  const links = builtRoutes().flatMap(({ address }) => (address.includes(':token') ? [address] : []));
  expect(links).toHaveLength(3);
  for (const link of links.map((each) => each.replace(':token', 'canary')))
    for (const spelling of [
      link,
      `${link}.data`,
      link.toUpperCase(),
      link.replace(/^\/./, (at) => `/%${at.charCodeAt(1).toString(16)}`),
    ])
      await rawRequest(site.url, spelling);
  await expect.poll(() => site.logs().match(/"path":"[^"]*\/\.\.\."/g)).toHaveLength(4 * links.length);
  expect(site.logs()).not.toMatch(/canary/i);
});

it('no personal datum reaches the log: not typed, not uploaded, not stored, not in a cookie, not in an error', async () => {
  const post = (address: string, body: FormData | URLSearchParams, cookie = '') =>
    asker(site, cookie)(address, { method: 'POST', body });
  const fields = (values: Record<string, string>) => new URLSearchParams(values);
  await post(paths.admin.forgot, fields({ email: EMAIL }));
  await sendLogin(site, EMAIL, 'canary wrong password');
  const answer = await sendLogin(site, EMAIL, PASSWORD);
  const cookie = cookieOf(answer);
  expect(answer.status).toBe(303);

  await sendEnquiry(site.url, { fullName: 'Canary', email: 'canary@example.net', message: 'canary in the coal mine' });
  const typed = { fullName: 'Canary', phone: '(868) 555-7777' };
  expect((await sendEnquiry(site.url, { ...typed, subject: 'x' })).status).toBe(400);
  expect((await sendEnquiry(site.url, { ...typed, message: 'canary'.repeat(20_000) })).status).toBe(413);
  const file = fileOf(Buffer.from('%PDF-1.7 canary'), 'canary.pdf');
  await post(paths.admin.newDocument, documentForm({ title: 'Canary document', file }), cookie);
  await post(paths.admin.newService, fields({ title: 'Canary service', content: 'canary' }), cookie);
  await post(paths.admin.maintenance, fields({ intent: 'message', maintenanceMessage: 'canary' }), cookie);
  const passwords = { currentPassword: PASSWORD, newPassword: 'canary sings in seven mines' };
  await post(paths.admin.account, fields(passwords), cookie);
  const hers = paths.admin.person('canary@example.net');
  await asker(site, cookie)(hers);
  await asker(site, cookie)(paths.admin.exportPerson('canary@example.net'));
  await post(hers, fields({ confirmation: 'canary@example.net' }), cookie);
  await fetch(`${site.url}/about?canary=canary`, {
    headers: { Cookie: `${cookie}; canary=canary`, Referer: `${site.url}/canary` },
  });

  // Database errors repeat the values of a statement and must not reach the log.
  await sql(`alter table messages add constraint refuses_all check (name = 'nobody') not valid`);
  await sql(`alter table services add constraint refuses_all check (title = 'nothing') not valid`);
  expect((await sendEnquiry(site.url, { fullName: 'Canary two', email: 'canary@example.net' })).status).toBe(503);
  const again = cookieOf(await sendLogin(site, EMAIL, passwords.newPassword));
  const refused = post(paths.admin.newService, fields({ title: 'Canary', content: 'canary' }), again);
  expect((await refused).status).toBe(503);

  const log = site.logs();
  const lines = log.split('\n').filter(Boolean);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.some((line) => line.includes('could not be saved'))).toBe(true);
  expect(lines.filter((line) => /canary|555-7777/i.test(line))).toEqual([]);
  const words = /^(\{|Serving |Data lives in |Warning: no mail service|First admin: )/; // the log, and the start
  expect(lines.filter((line) => !words.test(line))).toEqual([]);
  for (const secret of cookie.split(/[=;]\s*/).filter((part) => part.length > 20)) expect(log).not.toContain(secret);
});
