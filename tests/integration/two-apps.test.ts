import { expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { setMaintenance, testSite } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { mailsIn } from '../support/outbox.ts';
import { openEvents } from '../support/raw-request.ts';
import { asker, visitAs } from '../support/visitor.ts';

const { site: one, sql } = await testSite();
const { site: two, sql: sqlOfTwo } = await testSite();

const page = async ({ url }: { url: string }, path: string) => (await fetch(url + path)).text();

it('content is that of each, from memory and rendered', async () => {
  await sql("update page_content set content_value = 'Only of the first' where section_key = 'hero_tagline'");
  await expect.poll(() => page(one, '/')).toContain('Only of the first');
  expect(await page(two, '/')).not.toContain('Only of the first');
});

it('a session of one opens nothing in the other', async () => {
  const { cookie, get } = await visitAs(one, sql, 'admin');
  await visitAs(two, sqlOfTwo, 'admin'); // gets the same ids
  expect((await get(paths.admin.dashboard)).status).toBe(200);
  expect((await asker(two, cookie)(paths.admin.dashboard)).status).toBe(302);
});

it('maintenance closes one, and its open pages hear of it alone', async () => {
  const streams = await Promise.all([one, two].map(({ url }) => openEvents(url)));
  await setMaintenance(sql, true, one);
  await expect.poll(() => streams[0]!.text()).toContain('"maintenanceMode":true');
  expect((await fetch(two.url)).status).toBe(200);
  expect(streams[1]!.text()).not.toContain('"maintenanceMode":true');
  streams.forEach(({ close }) => void close());
  await setMaintenance(sql, false, one);
});

it('an enquiry and its mail are of the site that it was sent to', async () => {
  expect((await sendEnquiry(one.url)).status).toBe(303);
  await expect.poll(() => mailsIn(one.dataDir).length).toBe(1);
  expect(await sqlOfTwo('select 1 from messages')).toEqual([]);
  expect(mailsIn(two.dataDir)).toEqual([]);
});

it('one goes on when the other has stopped', async () => {
  const { url } = two;
  await two.stop();
  await expect(fetch(url)).rejects.toThrow();
  expect((await fetch(one.url)).status).toBe(200);
  expect((await sendEnquiry(one.url)).status).toBe(303);
});
