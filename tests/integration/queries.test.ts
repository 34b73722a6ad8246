import { expect, it } from 'vitest';
import { paths, publicPages, publicQueries } from '#app/paths.ts';
import { testSite } from '../support/database.ts';
import { rawRequest } from '../support/raw-request.ts';

// What stands behind the question mark of a public page.
const { site, sql } = await testSite();

const get = (path: string, headers: Record<string, string> = {}) => rawRequest(site.url, path, { headers });
const kept = publicPages.filter((path) => path !== paths.contactForm);

it.each(kept)('%s is the same page from memory, whatever query it does not know', async (path) => {
  await get(`${path}?first=<b>&fbclid=1`); // whoever comes first makes the page of all
  const page = await get(path);
  expect(page.headers.etag).toBeTruthy();
  expect(page.body.toString()).not.toContain('fbclid');
  for (const query of ['?utm_source=x', '?', '?x=1&x=2&y', '?%zz', '?edit=texts', `?${'x'.repeat(3000)}`]) {
    const { status, headers, body } = await get(path + query);
    expect([query, status, headers.etag]).toEqual([query, 200, page.headers.etag]);
    expect(body.equals(page.body)).toBe(true);
  }
  const again = await get(`${path}?other=1`, { 'If-None-Match': page.headers.etag! });
  expect(again.status).toBe(304);
});

it('what a page knows of its query makes another page, which is nobody else’s', async () => {
  const [document] = await sql<{ id: number }>('select id from pdf_documents order by id limit 1');
  expect(publicQueries[paths.about]).toEqual(['document']);
  const page = await get(paths.about);
  for (const query of [`?document=${document!.id}`, `?utm_source=x&document=${document!.id}`]) {
    const answer = await get(paths.about + query);
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.body.toString()).toContain('id="document-dialog"');
  }
  expect((await get(paths.about)).headers.etag).toBe(page.headers.etag);
  expect((await get(`${paths.contactForm}?utm_source=x&sent=1`)).body.toString()).toContain('Thank you! Your message');
});

it('a page from memory does not hide what is refused', async () => {
  await get(paths.about);
  for (const query of ['?_data=root', '?x&%5Fdata=root', '?utm_source=x&_data'])
    expect([query, (await get(paths.about + query)).status]).toEqual([query, 400]);
});
