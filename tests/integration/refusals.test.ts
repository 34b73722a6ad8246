import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { testDatabase } from '../support/database.ts';
import { formOf } from '../support/enquiries.ts';
import { startProduct, type Product } from '../support/product.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectSecurityHeaders } from '../support/security-headers.ts';
import { signIn } from '../support/staff-client.ts';

const { url: DATABASE_URL, sql } = await testDatabase();
const APP_URL = 'https://www.example.com';
let site: Product;
let proxied: Product; // reached over https by way of a proxy
beforeAll(async () => {
  [site, proxied] = await Promise.all([startProduct({ DATABASE_URL }), startProduct({ DATABASE_URL, APP_URL })]);
});
afterAll(() => Promise.all([site?.stop(), proxied?.stop()]));

describe('what the HTTP shell turns away', () => {
  const own = { 'Sec-Fetch-Site': 'same-origin', Connection: 'keep-alive' }; // as browsers send it
  it.each([
    [
      413,
      'POST',
      paths.contactForm,
      { ...own, 'Content-Length': '70000' },
      'Your message is too long',
      paths.contactForm,
    ],
    [
      413,
      'POST',
      paths.admin.newDocument,
      { ...own, 'Content-Length': '70000000' },
      'File too large',
      '/admin/documents/new',
    ],
    [403, 'POST', paths.contactForm, { Origin: 'https://evil.example' }, 'That request was not accepted', '/'],
    [405, 'DELETE', '/', {}, 'That cannot be done here', '/'],
    [400, 'GET', '/%', {}, 'We could not understand that request', '/'],
  ] as const)(
    'is answered %i to %s %s with a page that says why',
    async (status, method, path, headers, title, way) => {
      const body = 'x'.repeat(Number((headers as Record<string, string>)['Content-Length'] ?? 0));
      const answer = await rawRequest(site.url, path, { method, headers, body });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
      const page = answer.text;
      expect(page).toContain(`<h1>${title}</h1>`);
      expect(page).toContain(`<a href="${way}">`);
      expect(page).toContain(`Reference: ${String(answer.headers['x-request-id'])}`);
    },
  );

  it('a theme that there is not is refused with a page, and changes nothing', async () => {
    const headers = { ...own, 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await rawRequest(site.url, paths.theme, { method: 'POST', headers, body: 'theme=blue' });
    expect([answer.status, answer.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.text).toContain('We could not understand that request</h1>');
  });

  it('an upload too large says how large one may be, without JavaScript as well, and stores nothing', async () => {
    const editor = await signIn(site, sql, 'editor');
    const form = new FormData();
    form.append('title', 'Too large');
    form.append('file', new File([Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(27 * 1024 * 1024)])], 'a.pdf'));
    const answer = await editor.post(paths.admin.newDocument, form);
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain('Please choose a file of up to 25 MiB');
    expect(await sql("select 1 from pdf_documents where title = 'Too large'")).toHaveLength(0);
  });

  it('has the theme of the visitor', async () => {
    const page = await rawRequest(site.url, '/%', { headers: { Cookie: 'theme=dark' } });
    expect(page.text).toContain('<html lang="en" data-theme="dark">');
  });

  it('has no body for HEAD', async () => {
    expect((await rawRequest(site.url, '/%', { method: 'HEAD' })).body).toHaveLength(0);
  });

  it.each([
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00', 400],
    ['headers too long', `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
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

describe('behind a proxy that keeps neither Host nor a name for it', () => {
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
    rawRequest(proxied.url, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body: String(new URLSearchParams(fields)),
    });

  it('staff can sign in, for only Origin counts', async () => {
    const { email, password } = await makeAccount(sql, null);
    const send = (headers: Record<string, string>) => post(paths.admin.login, { email, password }, headers);
    const signedIn = await send({ Origin: APP_URL });
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers['set-cookie']).toContainEqual(expect.stringMatching(/^__Host-session=[^;]+; /));
    const [session = ''] = signedIn.headers['set-cookie']!.filter((line) => line.startsWith('__Host-session='));
    expect(session.split('; ').slice(1)).toEqual(
      expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']),
    );
    expect(session).not.toMatch(/domain=/i); // with one, browsers refuse the name
    expect((await send({ Origin: APP_URL, 'X-Forwarded-Host': 'evil.example' })).status).toBe(303);
    expect((await send({ Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' })).status).toBe(403);
    expect((await send({ Origin: 'https://evil.example', Host: 'evil.example' })).status).toBe(403);
  });

  it('every cookie but that of the theme and the sidebar, whose names are given, is for this host alone', async () => {
    const { email, password } = await makeAccount(sql, 'viewer');
    const headers = { Origin: APP_URL };
    const signedIn = await post(paths.admin.login, { email, password }, headers);
    const lines = signedIn.headers['set-cookie']!;
    const Cookie = lines.map((line) => line.split(';', 1)[0]).join('; ');
    const ended = await post(paths.admin.ownSessions, { session: 'others' }, { ...headers, Cookie });
    const sent = await post(paths.contactForm, Object.fromEntries(formOf()), headers);
    const all = [...lines, ...ended.headers['set-cookie']!, ...sent.headers['set-cookie']!];
    const names = all.map((line) => line.split('=', 1)[0]);
    expect(names).toEqual(['session', 'device', 'notice', 'reference', 'lost-files'].map((name) => `__Host-${name}`));
    for (const line of all) expect(line).toMatch(/; Path=\/;.*; Secure/);
  });
});
