import net from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { leastCpu } from '../support/process.ts';
import { siteOn, testSite } from '../support/database.ts';
import { enquiryForm, sendEnquiry } from '../support/enquiries.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectSecurityHeaders } from '../support/security-headers.ts';

const APP_URL = 'https://www.example.com';
const { site, sql, url: DATABASE_URL } = await testSite();
const proxied = await siteOn(DATABASE_URL, { APP_URL }); // behind a proxy with https

describe('what the HTTP shell turns away', () => {
  const own = { 'Sec-Fetch-Site': 'same-origin', Connection: 'keep-alive' }; // as browsers send it
  const ofBytes = (bytes: number) => ({ ...own, 'Content-Length': String(bytes) });
  it.each([
    [413, 'POST', paths.contactForm, ofBytes(70_000), 'Your message is too long', paths.contactForm],
    [413, 'POST', paths.admin.newDocument, ofBytes(28_000_000), 'File too large', paths.admin.newDocument],
    [403, 'POST', paths.contactForm, { Origin: 'https://evil.example' }, 'That request was not accepted', '/'],
    [405, 'DELETE', '/', {}, 'That cannot be done here', '/'],
    [400, 'GET', '/%', {}, 'We could not understand that request', '/'],
  ] as const)('is answered %i to %s %s with a page saying why', async (status, method, path, headers, title, way) => {
    const body = 'x'.repeat(Number((headers as Record<string, string>)['Content-Length'] ?? 0));
    const secure = await rawRequest(proxied.url, path, { method, headers, body });
    expectSecurityHeaders(secure.headers, true);
    const answer = await rawRequest(site.url, path, { method, headers, body });
    expect([answer.status, secure.status]).toEqual([status, status]);
    expectSecurityHeaders(answer.headers);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    const page = answer.text;
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page).toContain(`<a href="${way}">`);
    expect(page).toContain(`Reference: ${String(answer.headers['x-request-id'])}`);
  });

  it('has the theme of the visitor, and no body for HEAD', async () => {
    const page = await rawRequest(site.url, '/%', { headers: { Cookie: 'theme=dark' } });
    expect(page.text).toContain('<html lang="en" data-theme="dark">');
    expect((await rawRequest(site.url, '/%', { method: 'HEAD' })).body).toHaveLength(0);
  });

  it.each([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00', 400],
    ['headers too long', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['no address of ours', 'GET http://evil.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['of two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['no path', 'GET nothing HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['of two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['an expectation of something unknown', 'POST / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n', 417],
  ])('carries the security headers, also when it is %s', async (_, bytes, status) => {
    const answer = await new Promise<string>((resolve) => {
      const { hostname, port } = new URL(proxied.url);
      let text = '';
      const socket = net.connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
      socket.on('data', (chunk) => (text += chunk.toString('latin1')));
      socket.on('error', () => {});
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const lines = answer.split('\r\n\r\n', 1)[0]!.split('\r\n').slice(1);
    expectSecurityHeaders(new Headers(lines.map((line) => line.split(': ', 2) as [string, string])), true);
  });
});

describe('what no visitor sends', () => {
  beforeEach(async () => {
    await sql('delete from rate_limits; delete from messages');
  });
  const messages = () => sql('select * from messages order by id');
  const post = (body: BodyInit, type = 'application/x-www-form-urlencoded', address: string = paths.contactForm) =>
    fetch(site.url + address, {
      method: 'POST',
      body,
      headers: { Origin: site.url, 'Content-Type': type },
      redirect: 'manual',
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    });

  it('a body over 64 KiB is answered 413, announced or in chunks, and just under is taken', async () => {
    const tooLong = enquiryForm({ message: 'x'.repeat(65 * 1024) });
    expect((await post(tooLong)).status).toBe(413);
    expect((await post(new Blob([tooLong.toString()]).stream())).status).toBe(413);
    expect(await messages()).toEqual([]);
    expect((await sendEnquiry(site.url, { message: 'x'.repeat(50_000) })).status).toBe(303);
    expect(await messages()).toMatchObject([{ message: 'x'.repeat(50_000) }]);
  });

  const read = ['/contact-form', '/admin/login', '/theme'];
  it.each(read)('a form of thousands of fields is answered 400 by %s at once', async (address) => {
    for (const body of [Array(32_768).fill('a').join('&'), '&'.repeat(65_536)]) {
      const refuse = async () => expect((await post(body, undefined, address)).status).toBe(400);
      expect(await leastCpu(refuse)).toBeLessThan(0.5); // both within a second
    }
  });

  it('a form of more fields than any page has is answered 400, and one of as many is taken', async () => {
    const enquiry = (extra: number) => {
      const form = enquiryForm();
      while (form.size < extra) form.append('more', '');
      return form;
    };
    expect((await post(enquiry(101))).status).toBe(400);
    expect(await messages()).toEqual([]);
    expect((await post(enquiry(100))).status).toBe(303);
  });

  it('a post from a foreign page is answered 403 and stores nothing', async () => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${site.url}.evil.example` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
    ] as Record<string, string>[])
      expect((await sendEnquiry(site.url, {}, headers)).status, JSON.stringify(headers)).toBe(403);
    const bare = { method: 'POST', body: enquiryForm(), redirect: 'manual' } as const;
    for (const address of ['/contact-form', '/contact-form.data', '/contact-form?index', '/contact-form?_routes=root'])
      expect((await fetch(site.url + address, bare)).status, address).toBe(403);
    expect(await messages()).toEqual([]);
  });

  it("a form whose Origin became null by a proxy's referrer policy is accepted", async () => {
    const headers = { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' };
    expect((await sendEnquiry(site.url, { email: 'nobody' }, headers)).status).toBe(400);
    expect((await sendEnquiry(site.url, {}, headers)).status).toBe(303);
  });

  it('a body that is no form is answered 400', async () => {
    expect((await post('{"fullName":"Anja"}', 'application/json')).status).toBe(400); // unit/form-types has more
  });
});

const post = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
  rawRequest(proxied.url, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: String(new URLSearchParams(fields)),
  });

it('behind a proxy that keeps neither Host nor a name for it staff can sign in, because only Origin counts; cookies but theme and sidebar are for this host alone', async () => {
  const { email, password } = await makeAccount(sql, 'viewer');
  const headers = { Origin: APP_URL };
  const lines = (await post(paths.admin.login, { email, password }, headers)).headers['set-cookie']!;
  const Cookie = lines.map((line) => line.split(';', 1)[0]).join('; ');
  const ended = await post(paths.admin.ownSessions, { session: 'others' }, { ...headers, Cookie });
  const sent = await post(paths.contactForm, Object.fromEntries(enquiryForm()), headers);
  const all = [...lines, ...ended.headers['set-cookie']!, ...sent.headers['set-cookie']!];
  const names = all.map((line) => line.split('=', 1)[0]);
  expect(names).toEqual(['session', 'device', 'notice', 'reference', 'lost-files'].map((name) => `__Host-${name}`));
  for (const line of all) expect(line).toMatch(/; Path=\/;.*; Secure/);
  expect(all.join()).not.toMatch(/domain=/i); // with a domain browsers refuse the cookie
  expect(lines[0]).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax/);
  const from = (Origin: string, more = {}) => post(paths.admin.login, { email, password }, { Origin, ...more });
  expect((await from(APP_URL, { 'X-Forwarded-Host': 'evil.example' })).status).toBe(303);
  for (const more of [{ 'X-Forwarded-Host': 'evil.example' }, { Host: 'evil.example' }])
    expect((await from('https://evil.example', more)).status).toBe(403);
});
