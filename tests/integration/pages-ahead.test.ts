import { expect, it } from 'vitest';
import { themes } from '#app/http/theme.ts';
import { paths, publicPages } from '#app/paths.ts';
import { testSite } from '../support/database.ts';
import { rawRequest } from '../support/raw-request.ts';

const METRICS_TOKEN = 'a-token-for-the-one-that-counts';
const documents = publicPages.filter((path) => path !== paths.contactForm);

const { site, sql } = await testSite({ METRICS_TOKEN });

async function metric(name: string): Promise<number> {
  const { text } = await rawRequest(site.url, '/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
}
const allReady = (inThemes: readonly string[]) =>
  expect.poll(() => metric('pages_ready'), { timeout: 60_000 }).toBe(documents.length * inThemes.length);

/** Every page is answered from memory, in one round trip: ten segments before the first word back (RFC 6928). */
async function expectSmallAtFirst(inThemes: readonly string[]): Promise<void> {
  const misses = await metric('page_cache_misses_total');
  for (const theme of inThemes)
    for (const path of documents) {
      const headers = { 'Accept-Encoding': 'br', Cookie: `theme=${theme}` };
      const { status, rawHeaders, body } = await rawRequest(site.url, path, { headers });
      expect([path, status]).toEqual([path, 200]);
      expect(`HTTP/1.1 200 OK\r\n${rawHeaders.join('\r\n')}\r\n\r\n`.length + body.length).toBeLessThan(10 * 1460);
    }
  expect(await metric('page_cache_misses_total')).toBe(misses);
}

it('after a start the first visitor of each page gets it from memory, small', async () => {
  await allReady(['light']);
  await expectSmallAtFirst(['light']);
});

it('after a change the first visitor of each page gets the new one from memory, small, in each theme in use', async () => {
  for (const theme of themes) await rawRequest(site.url, paths.home, { headers: { Cookie: `theme=${theme}` } });
  await sql(`update services set title = 'Lifts at night' where id = (select min(id) from services)`);
  const rendered = () => rawRequest(site.url, paths.services, { headers: { Cookie: 'notice=none' } }); // not from memory
  await expect.poll(async () => (await rendered()).text).toContain('Lifts at night');
  await allReady(themes);
  await expectSmallAtFirst(themes);
  expect((await rawRequest(site.url, paths.services)).text).toContain('Lifts at night');
});

it('a page that a change left as it was is not compressed anew', async () => {
  const about = () => rawRequest(site.url, paths.about, { headers: { 'Accept-Encoding': 'br' } });
  const before = await about();
  await sql(`update services set title = 'Lifts by day' where id = (select min(id) from services)`);
  await expect.poll(async () => (await rawRequest(site.url, paths.services)).text).toContain('Lifts by day');
  await about(); // may be rendered for this one request
  expect((await about()).body.equals(before.body)).toBe(true); // compressed in haste it would be larger
});

it('during maintenance no page is made, and all are there again after it', async () => {
  await sql('update site_status set maintenance_mode = true');
  await expect.poll(async () => (await rawRequest(site.url, paths.home)).status).toBe(503);
  expect(await metric('pages_ready')).toBe(0);
  await sql('update site_status set maintenance_mode = false');
  await allReady(themes);
  await expectSmallAtFirst(themes);
});
