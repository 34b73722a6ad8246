import { describe, expect, it } from 'vitest';
import { themes } from '#app/http/theme.ts';
import { paths, publicPages, publicQueries } from '#app/paths.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { setMaintenance, testSite } from '../support/database.ts';
import { rawRequest } from '../support/raw-request.ts';

const METRICS_TOKEN = 'a-token-for-the-one-that-counts';
const documents = publicPages.filter((path) => path !== paths.contactForm);

const { site, sql, url: DATABASE_URL } = await testSite({ METRICS_TOKEN }, true);
const second = forFile(await startApp({ DATABASE_URL }));

const get = (path: string, headers: Record<string, string> = {}) => rawRequest(site.url, path, { headers });

async function metric(name: string): Promise<number> {
  const { text } = await rawRequest(site.url, '/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
}
const allReady = (inThemes: readonly string[]) =>
  expect.poll(() => metric('pages_ready'), { timeout: 60_000 }).toBe(documents.length * inThemes.length);

/** Expects a page to fit one round trip for a browser: ten segments (RFC 6928). */
async function expectSmall(path: string, Cookie?: string): Promise<void> {
  const { status, rawHeaders, body } = await get(path, { 'Accept-Encoding': 'br', ...(Cookie ? { Cookie } : {}) });
  expect([path, status]).toEqual([path, 200]);
  expect(`HTTP/1.1 200 OK\r\n${rawHeaders.join('\r\n')}\r\n\r\n`.length + body.length).toBeLessThan(10 * 1460);
}

/** Expects every page to come from the page cache. */
async function expectSmallAtFirst(inThemes: readonly string[]): Promise<void> {
  const misses = await metric('page_cache_misses_total');
  for (const theme of inThemes) for (const path of documents) await expectSmall(path, `theme=${theme}`);
  expect(await metric('page_cache_misses_total')).toBe(misses);
}

describe('pages made ahead', () => {
  it('after a start the first visitor of each page gets it from memory, small', async () => {
    await allReady(['light']);
    await expectSmallAtFirst(['light']);
  });

  it('during maintenance no page is made, and all are there again after it', async () => {
    await setMaintenance(sql, true, site);
    expect(await metric('pages_ready')).toBe(0);
    await setMaintenance(sql, false);
    await allReady(['light']);
    await expectSmallAtFirst(['light']);
  });

  it('after a change the first visitor of each page gets the new one from memory, small, in each theme in use', async () => {
    for (const theme of themes) await rawRequest(site.url, paths.home, { headers: { Cookie: `theme=${theme}` } });
    await sql(`update services set title = 'Lifts at night' where id = (select min(id) from services)`);
    const rendered = () => rawRequest(site.url, paths.services, { headers: { Cookie: 'notice=none' } }); // bypasses the page cache
    await expect.poll(async () => (await rendered()).text).toContain('Lifts at night');
    await allReady(themes);
    await expectSmallAtFirst(themes);
    expect((await rawRequest(site.url, paths.services)).text).toContain('Lifts at night');
  });

  it('a page that a change does not affect is not compressed again', async () => {
    const about = () => rawRequest(site.url, paths.about, { headers: { 'Accept-Encoding': 'br' } });
    const before = await about();
    await sql(`update services set title = 'Lifts by day' where id = (select min(id) from services)`);
    await expect.poll(async () => (await rawRequest(site.url, paths.services)).text).toContain('Lifts by day');
    await about(); // may be rendered for this request only
    expect((await about()).body.equals(before.body)).toBe(true); // a quickly compressed page would be larger
  });
});

describe('files and pages', () => {
  it('pages are compressed for clients that accept it, and say what they vary by', async () => {
    // Rendered for the first visitor, then kept plain and compressed a moment later. Only kept pages have an ETag.
    await expect
      .poll(async () => {
        const { headers } = await get('/about', { 'Accept-Encoding': 'gzip' });
        return headers.etag ? headers['content-encoding'] : 'not kept yet';
      })
      .toBe('gzip');
    const plain = (await get('/about')).text;
    expect((await get('/about', { 'Accept-Encoding': 'gzip' })).text).toBe(plain);
    const brotli = () => get('/about', { 'Accept-Encoding': 'gzip, br' });
    await expect.poll(async () => (await brotli()).headers['content-encoding']).toBe('br');
    const { text, headers } = await brotli();
    expect([text, headers.vary]).toEqual([plain, expect.stringMatching(/Accept-Encoding.*Cookie|Cookie.*Accept-Enc/)]);
    expect((await get('/contact-form', { 'Accept-Encoding': 'gzip' })).text).toContain('Get In Touch');
  });

  it.each(['/about', '/contact-form'])('%s does not come in an encoding that the visitor refuses', async (path) => {
    const encodingFor = async (accepted: string) =>
      (await get(path, { 'Accept-Encoding': accepted })).headers['content-encoding'];
    expect(await encodingFor('br;q=0, gzip')).toBe('gzip');
    expect(await encodingFor('gzip;q=0.0,br ; q=0')).toBeUndefined();
    expect(await encodingFor('gzip;q=0.1, br;q=0.05')).toBe('br');
  });

  it('the contact form, which is made for each visitor, arrives in one round trip, too', () =>
    expectSmall(paths.contactForm));

  it('visitors with a session or a waiting notice get no page from memory', async () => {
    await expect.poll(async () => (await get('/about')).headers.etag).toBeTruthy();
    for (const cookie of ['session=a', 'x=1; __Host-session=a', 'xsession=1; session =a', 'notice =a', 'a=b;session=c'])
      expect([cookie, (await get('/about', { Cookie: cookie })).headers.etag]).toEqual([cookie, undefined]);
    expect((await get('/about', { Cookie: 'theme=light; a=b' })).headers.etag).toBeTruthy();
  });

  it('a text that mentions scripts leaves those of the page as they are', async () => {
    const words = 'critical-css nonce= </style> type="module"';
    const where = "where page_name = 'about' and section_key = 'who_text'";
    const before = await sql.value<string>(`select content_value from page_content ${where}`);
    const put = (html: string) => sql(`update page_content set content_value = $1 ${where}`, [html]);
    forTest({ stop: () => put(before) });
    await put(`<p>${words}</p>`);
    await expect.poll(async () => (await get('/about')).text).toContain('critical-css nonce= ');
    const page = (await get('/about')).text;
    expect(page.match(/<style id="critical-css">[^<]{5000,}<\/style>/g)).toHaveLength(1);
    expect(page.match(/<script type="module"/g)).toHaveLength(1);
  });

  it('files have ETag, 304, ranges and HEAD, and a range that is none ends nothing', async () => {
    const ranges = ['bytes=5-2', 'bytes=-6', 'bytes=0-1,3-4', 'bytes=x-', 'items=0-1', 'bytes=0-0', 'bytes=2-5'];
    for (const path of ['/favicon.svg', '/og.jpg']) {
      const file = await get(path);
      expect(file.status).toBe(200);
      expect((await get(path, { 'If-None-Match': file.headers.etag! })).status).toBe(304);
      const part = await get(path, { Range: 'bytes=2-5' });
      expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 2-5/${file.body.length}`]);
      expect(part.body).toEqual(file.body.subarray(2, 6));
      const head = await rawRequest(site.url, path, { method: 'HEAD' });
      expect(head.headers['content-length']).toBe(String(file.body.length));
      for (const Range of ranges) {
        const whole = await get(path, { Range, ...(Range === 'bytes=2-5' ? { 'If-Range': '"former"' } : {}) });
        expect([Range, whole.status, whole.body.equals(file.body)]).toEqual([Range, 200, true]);
      }
      const refused = await get(path, { 'Accept-Encoding': 'br;q=0, gzip;q=0' });
      expect([refused.headers['content-encoding'], refused.body.equals(file.body)]).toEqual([undefined, true]);
    }
  });

  it('the icon that browsers ask for by themselves is an icon by its type and its bytes', async () => {
    const icon = await fetch(`${site.url}/favicon.ico`);
    expect(icon.headers.get('content-type')).toBe('image/x-icon');
    expect([...new Uint8Array(await icon.arrayBuffer())].slice(0, 6)).toEqual([0, 0, 1, 0, 1, 0]);
  });

  it('files that are text say in which characters, and those whose name tells their content are kept for a year', async () => {
    const page = (await get('/')).text;
    const assets = [/\/assets\/[^"']+\.js/, /\/assets\/[^"']+\.css/].flatMap((file) => file.exec(page)?.[0] ?? []);
    expect(assets.length).toBeGreaterThan(0);
    for (const address of ['/favicon.svg', ...assets])
      for (const asked of [{}, { Range: 'bytes=0-3' }, { 'Accept-Encoding': 'br' }] as Record<string, string>[])
        expect((await get(address, asked)).headers['content-type']).toMatch(/;charset=utf-8$/);
    const { headers, status } = await get(assets[0]!, { 'Accept-Encoding': 'br' });
    const kept = [status, headers['cache-control'], headers['content-encoding']];
    expect(kept).toEqual([200, 'public, max-age=31536000, immutable', 'br']);
  });

  it('nothing is loaded from anywhere else but a configured tag manager, and that never on a page of the staff', async () => {
    const html = (await get('/')).text;
    expect(html).not.toContain('googletagmanager');
    for (const [, address] of html.matchAll(/(?:src|srcset|action)="([^"]*)"/g))
      expect(address).toMatch(/^(\/(?!\/)|data:)/);
    const tagged = forTest(await startApp({ DATABASE_URL, TAG_MANAGER_ID: 'GTM-TEST123' }));
    const { text, headers } = await rawRequest(tagged.url, '/');
    expect(text).toContain('<tag-manager data-id="GTM-TEST123"');
    expect(text).not.toContain('googletagmanager'); // only after consent: e2e/tag-manager.spec.ts
    const privacy = (await rawRequest(tagged.url, paths.privacyTerms)).text;
    expect(privacy).toContain('in a browser without JavaScript, nothing of it is loaded');
    expect(text + privacy).not.toMatch(/<button[^>]*>(Yes|No)/); // scripts make them
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src[^;]*https:\/\/www\.googletagmanager\.com/);
    expect(policy).toMatch(/connect-src[^;]*https:\/\/\*\.analytics\.google\.com/);
    for (const path of ['/admin/login', '/admin/no-such-page']) {
      const staff = await rawRequest(tagged.url, path);
      expect(staff.text).not.toMatch(/googletagmanager|GTM-TEST123|dataLayer/);
      expect(String(staff.headers['content-security-policy'])).not.toMatch(/google/);
    }
  });
});

describe('pages kept in memory', () => {
  it('show a change of services, texts and documents at the next request, on every site of a database', async () => {
    const sites = [site, second];
    const shows = async (path: string, text: string) => {
      for (const { url } of sites)
        await expect
          .poll(async () => (await rawRequest(url, path)).text, { timeout: 1000, interval: 10 })
          .toContain(text);
    };
    for (const { url } of sites) for (const path of ['/', '/services', '/about']) await rawRequest(url, path);
    await sql(`update services set title = 'Blade & Tower Lifts' where id = (select min(id) from services)`);
    await shows('/services', 'Blade &amp; Tower Lifts');
    await sql(`update page_content set content_value = 'Lifts, thought through' where section_key = 'hero_heading'`);
    await shows('/', 'Lifts, thought through');
    await sql(`update pdf_documents set title = 'Rigging Loft Rules' where id = (select min(id) from pdf_documents)`);
    await shows('/about', 'Rigging Loft Rules');
  });

  it('show nothing of one visitor to another: theme and notice stay with their visitor', async () => {
    await get('/about', { Cookie: 'theme=dark' });
    expect((await get('/about')).text).toContain('data-theme="light"');
    expect((await get('/about', { Cookie: 'theme=dark' })).text).toContain('data-theme="dark"');
    expect((await get('/about', { Cookie: 'notice=forged' })).status).toBe(200);
  });
});

describe('a query', () => {
  it.each(documents)('%s is the same page from memory, whatever query it does not know', async (path) => {
    await get(`${path}?first=<b>&fbclid=1`); // the first visitor makes the page for all
    const page = await get(path);
    expect(page.headers.etag).toBeTruthy();
    expect(page.body.toString()).not.toContain('fbclid');
    for (const query of ['?utm_source=x', '?', '?x=1&x=2&y', '?%zz', '?edit=texts', `?${'x'.repeat(3000)}`]) {
      const { status, headers, body } = await get(path + query);
      expect([query, status, headers.etag]).toEqual([query, 200, page.headers.etag]);
      expect(body.equals(page.body)).toBe(true);
    }
    const again = await get(`${path}?other=1`, { 'If-None-Match': page.headers.etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect((await get(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('a query that the page uses makes another page, which is not shared', async () => {
    const id = await sql.value<number>('select id from pdf_documents order by id limit 1');
    expect(publicQueries[paths.about]).toEqual(['document']);
    const page = await get(paths.about);
    for (const query of [`?document=${id}`, `?utm_source=x&document=${id}`]) {
      const { text, headers } = await get(paths.about + query);
      expect([headers.etag, text]).toEqual([undefined, expect.stringContaining('id="document-dialog"')]);
    }
    expect((await get(paths.about)).headers.etag).toBe(page.headers.etag);
    expect((await get(`${paths.contactForm}?utm_source=x&sent=1`)).text).toContain('Thank you! Your message');
  });
});
