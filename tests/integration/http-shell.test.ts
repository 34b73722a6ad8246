import { describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { siteOn, testProduct } from '../support/database.ts';
import { pipeline } from '../support/pipelined.ts';
import { openEvents, rawRequest } from '../support/raw-request.ts';
import { expectSecurityHeaders } from '../support/security-headers.ts';
import { asker, cookieOf, makeAccount, PASSWORD, sendLogin } from '../support/visitor.ts';
import { add } from '../support/content.ts';

const { site, sql, url: DATABASE_URL } = await testProduct({ LOG_LEVEL: 'info' });
const secure = await siteOn(DATABASE_URL, { APP_URL: 'https://www.example.com' }); // behind a proxy with https

const manifestVersion = async () => /\/assets\/manifest-(\w+)\.js/.exec((await get('/contact-form')).text)?.[1];
const get = (path: string, headers: Record<string, string> = {}) => rawRequest(site.url, path, { headers });

const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('every answer', () => {
  const refused = { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin', ...urlencoded }, body: 'a=b' };
  const kinds: [what: string, path: string, status: number, init?: Parameters<typeof rawRequest>[2]][] = [
    ['a page', '/', 200],
    ['a page from memory', '/', 200],
    ['a page that is not kept', '/contact-form', 200],
    ['the data of a page', '/about.data', 200],
    ['an unknown address', '/nowhere', 404],
    ['an address that only forms are sent to', '/logout', 404],
    ['an unknown document', '/documents/nothing.pdf', 404],
    ['a static file', '/favicon.svg', 200],
    ['robots.txt', '/robots.txt', 200],
    ['a redirect of a signed-out visitor', '/admin/dashboard', 302],
    ['a health check', '/healthz', 200],
    ['a form that is refused', '/contact-form', 400, refused],
    ['a range that cannot be had', '/og.jpg', 416, { headers: { Range: 'bytes=99999999-' } }],
  ];

  it.each(kinds)('%s (%s, %i) carries the security headers, and names no software', async (_, path, status, init) => {
    for (const { url } of [site, secure]) {
      const { status: answered, headers } = await rawRequest(url, path, init);
      expect(answered).toBe(status);
      expectSecurityHeaders(headers, url === secure.url);
    }
  });

  it('that is a page allows no script or style but its own, and nothing to be framed or embedded', async () => {
    for (const path of ['/', '/contact-form', '/nowhere']) {
      const policy = String((await get(path)).headers['content-security-policy']);
      for (const rule of ["object-src 'none'", "base-uri 'none'", "form-action 'self'"]) expect(policy).toContain(rule);
      expect(policy).toMatch(/script-src 'self' ('(nonce|sha256)-[^' ]+' ?)*;/);
    }
  });
});

describe('methods and addresses', () => {
  it('an address that only forms are sent to answers as a page', async () => {
    for (const path of ['/logout', '/admin/session'])
      expect((await get(path)).text, path).toContain('<h1>404 Page Not Found</h1>');
  });

  it('methods other than GET, HEAD and POST are answered 405, without a route, too', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
      for (const path of ['/events', '/healthz', '/favicon.svg', '/admin/services', '/admin/services.data']) {
        const { status, headers } = await rawRequest(site.url, path, { method });
        expect([method, path, status, headers.allow]).toEqual([method, path, 405, 'GET, HEAD, POST']);
      }
    const tunnel = pipeline(site.url, ['CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n']);
    await tunnel.answered(1);
    expect(tunnel.statuses()).toEqual({ 400: 1 });
  });

  it('a post to a page without a form changes nothing and is answered 405 or 404', async () => {
    const post = { method: 'POST', headers: { 'Sec-Fetch-Site': 'same-origin' } };
    for (const path of ['/about', '/sitemap', '/nowhere', '/events', '/healthz', '/favicon.svg', '/documents/x.pdf'])
      expect([404, 405], path).toContain((await rawRequest(site.url, path, post)).status);
  });

  const unclean =
    `// //evil.example /.. /../etc/passwd /%2e%2e/ /a/..%2f..%2fetc/passwd /\\evil.example /%5cevil /% /%zz
    /%c0%ae /a%00b /%0d%0aSet-Cookie:%20a=b /about// /about?_data=routes /contact-form?a=1&_data
    /about?%5Fdata=root /about?x?&_data=root /about?_dat%61=root#x`.split(/\s+/);
  it.each([...unclean, `/${'a'.repeat(3000)}`])('%s is answered 400', async (path) =>
    expect((await get(path)).status).toBe(400),
  );

  const odd = `/.env /package.json /app/server.ts /.git/config /build/server/index.js
    /assets/ /about/ /ABOUT /about.html /documents/ /documents/..pdf`.split(/\s+/);
  it.each(odd)('%s gives away no file and is answered 404, or as the page it means', async (path) => {
    const { status, text } = await get(path);
    expect(status === 404 || ((path === '/about/' || path === '/ABOUT') && status === 200)).toBe(true);
    expect(text).not.toMatch(/DATABASE_URL|"private": true|import http/);
  });

  it('a request with a body gets no page from memory, because its end has to be awaited', async () => {
    const policyOf = async (init?: Parameters<typeof rawRequest>[2]) =>
      String((await rawRequest(site.url, '/about', init)).headers['content-security-policy']);
    await expect.poll(() => policyOf(), { interval: 20 }).toContain("'sha256-");
    for (const headers of [{ 'Content-Length': 3 }, { 'Transfer-Encoding': 'chunked' }])
      expect(await policyOf({ headers, body: 'a=b' })).toContain("'nonce-");
    expect(await policyOf()).toContain("'sha256-");
  });

  it.each(['http://a:b/x', 'http://a/x', '*'])('%s, which is no address here, is refused and logged', async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBe(400);
    expectSecurityHeaders(headers);
    const logged = () => site.logLines().find((line) => line.includes(String(headers['x-request-id'])));
    await expect.poll(logged, { interval: 20 }).toContain('"status":400');
  });

  it('an answer to HEAD is that to GET without its body', async () => {
    for (const path of ['/', '/contact-form', '/about.data', '/nowhere', '/favicon.svg', '/robots.txt', '/healthz']) {
      const head = await rawRequest(site.url, path, { method: 'HEAD' });
      expect([path, head.status]).toEqual([path, (await get(path)).status]);
      expect(head.body).toHaveLength(0);
    }
  });
});

it('POST /admin keeps the width of the sidebar in a cookie, which is Secure on a site reached over https', async () => {
  const { email } = await makeAccount(sql, 'viewer');
  for (const [product, origin, end] of [
    [site, site.url, 'SameSite=Lax'],
    [secure, 'https://www.example.com', 'SameSite=Lax; Secure'],
  ] as const) {
    const headers = { Origin: origin };
    const cookie = cookieOf(await sendLogin(product, email, PASSWORD, headers));
    const body = new URLSearchParams({ sidebar: 'collapsed' });
    const answer = await asker(product, cookie)(paths.admin.root, { method: 'POST', headers, body });
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie()).toContain(`sidebar:state=false; Path=/; Max-Age=604800; ${end}`);
  }
});

describe('POST /theme', () => {
  const choose = (theme: string, referer?: string, url = site.url, origin = url) =>
    rawRequest(url, '/theme', {
      method: 'POST',
      headers: { ...urlencoded, Origin: origin, ...(referer ? { Referer: referer } : {}) },
      body: `theme=${encodeURIComponent(theme)}`,
    });

  it.each(['light', 'dark', 'system'])('sets the cookie theme to %s and goes back to the page', async (theme) => {
    const { status, headers } = await choose(theme, `${site.url}/services?a=b`);
    expect(status).toBe(303);
    expect(headers.location).toBe('/services?a=b');
    expect(String(headers['set-cookie'])).toMatch(new RegExp(`^theme=${theme}; Path=/; Max-Age=\\d+; SameSite=Lax$`));
    expect((await get('/services', { Cookie: `theme=${theme}` })).text).toContain(`data-theme="${theme}"`);
    const there = await choose(theme, undefined, secure.url, 'https://www.example.com');
    expect(String(there.headers['set-cookie'])).toContain('; Secure');
  });

  it('takes no other theme', async () => {
    for (const theme of ['', 'blue', 'dark; Domain=evil', 'dark\r\nX: y']) {
      const { status, headers } = await choose(theme);
      expect([theme, status]).toEqual([theme, 400]);
      expect(headers).not.toHaveProperty('set-cookie');
    }
    expect((await get('/', { Cookie: 'theme="><script>' })).text).toContain('data-theme="light"');
  });

  it('is never a way to another site', async () => {
    const evil = ['https://evil.example/', '//evil.example', '/\\evil.example', 'https:evil.example', '%2f%2fevil.net'];
    const ends = ['//evil.example', '/\\evil.example', '/%5cevil.example', '/%2f%2fevil.example', '.evil.example/'];
    const own = [...ends, '@evil.example/', '/%09/evil.example', '/a%0d%0aLocation:%20//evil'].map(
      (end) => site.url + end,
    );
    for (const referer of [...evil, ...own, 'javascript:alert(1)', 'http://[::1']) {
      const { status, headers } = await choose('dark', referer);
      expect(status).toBe(303);
      expect(new URL(headers.location!, site.url).origin, referer).toBe(site.url);
      expect(headers.location).toMatch(/^\/(?![/\\])/);
    }
  });
});

describe('for machines', () => {
  it('GET /__manifest tells a stranger the names of staff pages, and nothing of their content', async () => {
    await add(sql, 'messages', [{ name: 'Canary', subject: 'Canary', message: 'Canary' }]);
    const asked = ['/admin/messages', '/admin/messages/1', '/admin/services'].map(encodeURIComponent).join('&p=');
    const { status, headers, text } = await get(`/__manifest?p=${asked}&version=${await manifestVersion()}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/json/);
    const routes = JSON.parse(text) as Record<string, Record<string, unknown>>;
    expect(Object.keys(routes)).toContain('enquiries/inbox/messages.page');
    const known =
      /^(id|parentId|path|index|module|imports|css|caseSensitive|has\w+|client\w+Module|hydrateFallbackModule)$/;
    for (const route of Object.values(routes)) expect(Object.keys(route).filter((key) => !known.test(key))).toEqual([]);
    expect(text).not.toMatch(/canary|example\.com/i);
  });

  it('GET /__manifest takes no more paths than a page has links: Remix looks through all routes for each', async () => {
    const ask = async (paths: string) => get(`/__manifest?version=${await manifestVersion()}&p=${paths}`);
    expect((await ask(encodeURIComponent('/a'.repeat(100)))).status).toBe(200);
    for (const many of ['/a'.repeat(3000), encodeURIComponent('/a'.repeat(1500)), '/a&p='.repeat(1000)])
      expect((await ask(many)).status).toBe(400);
  });

  it('GET /healthz says that the process is up, GET /readyz that the database answers', async () => {
    expect(await get('/readyz')).toMatchObject({ status: 200 });
    expect((await get('/healthz')).headers['cache-control']).toBe('no-store');
  });

  it('GET /sitemap.xml says the public address of pages, GET /robots.txt names it and keeps /admin out', async () => {
    const { text } = await rawRequest(secure.url, '/sitemap.xml');
    const [first] = text.match(/<loc>(?!https:\/\/www\.example\.com\/)|<loc>.*?<\/loc>/)!;
    expect(first).toBe('<loc>https://www.example.com/</loc>');
    const robots = (await rawRequest(secure.url, '/robots.txt')).text;
    expect(robots).toContain('Sitemap: https://www.example.com/sitemap.xml');
    expect(robots).toContain('Disallow: /admin');
  });

  it('GET /.well-known/security.txt says whom to tell of a weak spot, for at least five months and less than a year', async () => {
    const { text, status, headers } = await rawRequest(secure.url, '/.well-known/security.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = text.split('\n').filter(Boolean);
    const [expires] = fields.flatMap((field) => /^Expires: (\d{4}-\d\d-01T00:00:00\.000Z)$/.exec(field)?.[1] ?? []);
    const days = (Date.parse(expires!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(150);
    expect(days).toBeLessThan(190);
    expect(fields).toEqual([
      'Contact: mailto:info@example.com',
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      'Canonical: https://www.example.com/.well-known/security.txt',
    ]);
  });

  it('GET /.well-known/change-password leads to the account page, and what is unknown beside it is not found', async () => {
    const { status, headers } = await get('/.well-known/change-password');
    expect([status, headers.location]).toEqual([302, paths.admin.account]);
    const unknown = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
    expect((await get(unknown)).status).toBe(404);
  });

  it('GET /site.webmanifest names the site and icons that exist', async () => {
    const manifest = JSON.parse((await get('/site.webmanifest')).text);
    expect(manifest.name).toBe('Safety Rigging & Lifting Services');
    expect(manifest.icons.length).toBeGreaterThan(0);
    for (const { src } of manifest.icons) expect((await get(src)).status).toBe(200);
  });

  it('GET /events is a stream whose first event comes at once, and is not compressed', async () => {
    const events = await openEvents(site.url, { 'Accept-Encoding': 'gzip, br' });
    expect(events.response.headers.get('content-type')).toBe('text/event-stream');
    expect(events.response.headers.get('content-encoding')).toBeNull();
    await expect
      .poll(events.text)
      .toBe('event: site-status\ndata: {"maintenanceMode":false,"message":null,"until":null}\n\n');
    await events.close();
  });
});

it('none of this made the product log an error', () => {
  const usual =
    /^(\{(?!.*"level":[56]0)|Serving|Data lives|Warning: no mail service|First admin|\(node:\d+\) \[DEP0170\]|\(Use `node|$)/;
  const odd = site
    .logs()
    .split('\n')
    .filter((line) => !usual.test(line));
  expect(odd.slice(0, 3)).toEqual([]);
});
