import fs from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { paths, publicPages } from '#app/paths.ts';
import { roles } from '#app/accounts/staff.schema.ts';
import { addressWithIds, firstIds, makeOneOfEach, type Ids } from '../support/actions.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { testSite, whileMissing } from '../support/database.ts';
import { enquiryForm, sendEnquiry } from '../support/enquiries.ts';
import { parsePage, textsIn } from '../support/parse-page.ts';
import { rawRequest } from '../support/raw-request.ts';
import { classesWithoutStyles } from '../support/page-styles.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { findHtmlErrors } from '../support/valid-html.ts';
import { asker, send, sendLogin, visitAs, type Ask } from '../support/visitor.ts';
import { add, ago } from '../support/content.ts';

/** Pages are also written to this folder, for `java -jar vnu.jar FOLDER` by hand. */
const { HTML_DIR } = process.env;
const { site, sql } = await testSite();
const pages = builtRoutes().filter(({ hasPage }) => hasPage);
const staff = {} as Record<(typeof roles)[number] | 'nobody', Ask>;
let ids: Ids;

beforeAll(async () => {
  for (const role of roles) staff[role] = (await visitAs(site, sql, role)).ask;
  staff.nobody = (await visitAs(site, sql, null)).ask;
  const message = (i: number) => ({ subject: `Lift ${i} & a half`, is_read: !(i % 2), created_at: ago(i * 3_600_000) });
  await add(sql, 'messages', 120, message);
  await makeOneOfEach(sql);
  ids = await firstIds(sql);
  await sql("update projects set status = 'published', client = 'A & B', figures = 'Load: 48 t', content = '- One'");
  await vi.waitFor(async () => expect((await get(paths.project('first'))).status).toBe(200), 30_000);
}, 60_000);

/** Fails for a wrong status, invalid HTML, or classes without styles. */
async function judge(name: string, answering: Response | Promise<Response>, status = 200): Promise<string> {
  const answer = await answering;
  const text = await answer.text();
  expect([answer.status, answer.headers.get('content-type')], name).toEqual([status, 'text/html; charset=utf-8']);
  if (HTML_DIR) {
    fs.mkdirSync(HTML_DIR, { recursive: true });
    fs.writeFileSync(`${HTML_DIR}/${name.replace(/\W+/g, '-')}.html`, text);
  }
  expect(await findHtmlErrors(text), name).toEqual([]);
  expect(classesWithoutStyles(text), name).toEqual([]);
  return text;
}

/** A dialog focuses a field; without fields it focuses something harmless. Its main button comes before Cancel. */
async function judgeDialog(address: string, html: string): Promise<void> {
  const dialog = (await parsePage(new Response(html))).querySelector('[role=dialog]');
  if (!dialog || address === paths.admin.message(':id' as never)) return; // the reader starts with the letter
  const fields = 'input:not([type=hidden], [hidden]), textarea, select';
  const [start, ...others] = dialog.querySelectorAll('[autofocus]');
  const isRight = !dialog.querySelector(fields) || start?.matches(fields);
  const [way] = textsIn(dialog, 'form [type=submit], form a');
  expect([isRight, others.length, way === 'Cancel'], address).toEqual([true, 0, false]);
  const begins: Record<string, string> = {
    [paths.admin.secondFactorOff]: 'password',
    '/admin/staff/:id/role': 'role',
    '/admin/documents/:id/file': 'validUntil',
    '/admin/services/:id/delete': 'Cancel',
  };
  if (begins[address]) expect(start?.getAttribute('name') ?? start?.textContent).toBe(begins[address]);
}
const get = (path: string, init?: RequestInit) => asker(site, '')(path, init);

describe('valid HTML is', () => {
  const addresses = pages.map(({ address }) => address);
  it.each(addresses.filter((address) => !address.startsWith('/admin')))('%s', async (address) => {
    const unusual: Record<string, number> = { '/*': 404, [paths.theme]: 404, [paths.stopLooking]: 404 };
    const usual = address === paths.preview(':token') ? 410 : (unusual[address] ?? 200);
    await judge(address, get(address.replace('*', 'nothing-here').replace(':slug', 'first')), usual);
  });

  const staffPages = addresses.filter((each) => each.startsWith('/admin/'));
  const { dashboard, account } = paths.admin; // other roles see less of these
  it.each([
    ...staffPages.map((address) => ['admin', address] as const),
    ...[dashboard, account].flatMap((address) => [['editor', address] as const, ['viewer', address] as const]),
  ])('what an account of role %s is shown at %s', async (role, address) => {
    const path = addressWithIds(address, ids);
    expect(path, 'an id for the test to ask with').not.toContain(':');
    const answer = await staff[role](path);
    const isOthers = /\/passkeys\/:id\//.test(address); // the visitors here have none
    const unusual = { '/admin/*': 404, '/admin/pages/history': 404, [paths.admin.reset(':token')]: 410 };
    const usual = unusual[address] ?? (isOthers ? 404 : 200);
    if (answer.status !== 302) await judgeDialog(address, await judge(`${role} ${address}`, answer, usual));
  });

  it('pages that ask for the password again', async () => {
    await setUpFactor(staff.admin);
    await sql('update sessions set password_at = null');
    const { secondFactorOff } = paths.admin;
    await judgeDialog(secondFactorOff, await judge('factor off', staff.admin(secondFactorOff)));
  });

  it('a dialog, a sent form and a refused one', async () => {
    await judge('document', get(`/about?document=${ids.documents}`));
    await judge('history', staff.editor(paths.admin.history('pages', 1)));
    await judge('trash', staff.editor(paths.admin.inTrash(paths.admin.services)));
    await judge('sent', get(paths.contactFormSent));
    await judge('contact form refused', sendEnquiry(site.url, { fullName: 'A', email: 'b', consent: undefined }), 400);
  });

  it('a public page as editors see it, and each with its texts to edit', async () => {
    for (const path of [paths.home, ...publicPages.map((page) => paths.editTexts(page))])
      await judge(`editor ${path}`, staff.editor(path));
  });

  it('each text of Manage Pages in its editor', async () => {
    const texts = await sql<{ tab: string; id: number }>(
      'select distinct on (content_type) page_name as tab, id from page_content',
    );
    for (const { tab, id } of texts) await judge(`edit ${tab} ${id}`, staff.editor(paths.admin.pages(tab, id)));
  });

  // staff-pages.test.ts judges the others, and what is outdated.
  it('forms of the staff refused', async () => {
    await judge('login empty', send(get, paths.admin.login, { email: '', password: '' }), 400);
    await judge('login refused', sendLogin(site, 'nobody@example.com', 'wrong'), 401);
    const upload = new FormData();
    upload.set('title', '');
    await judge('upload refused', staff.editor(paths.admin.newDocument, { method: 'POST', body: upload }), 400);
  });

  it('the inbox on its other pages, and without messages', async () => {
    const first = await (await staff.admin(paths.admin.messages)).text();
    const older = /href="(\/admin\/messages\?[^"]+)"/.exec(first)![1]!.replaceAll('&amp;', '&');
    await judge('older messages', staff.admin(older));
    await whileMissing(sql, 'messages', () => judge('no inbox', staff.admin(paths.admin.messages), 503));
  });

  it('what is stored about a person', () => judge('person', staff.admin(paths.admin.person('ann@example.com'))));

  it('a page that turns away', async () => {
    await judge('access denied', staff.nobody(paths.admin.dashboard), 403);
    await judge('no page', get('/nothing/here'), 404);
    const foreign = { method: 'POST', headers: { Origin: 'https://evil.example' } };
    await judge('foreign', get(paths.contactForm, foreign), 403);
    await judge('method', get('/', { method: 'DELETE' }), 405);
    const failing = () => staff.editor(paths.admin.editService(ids.services));
    await judge('failed', await whileMissing(sql, 'services', failing), 500);
    const unclean = await rawRequest(site.url, '/%');
    await judge('unclean', new Response(unclean.body.toString(), { status: unclean.status, headers: HTML }), 400);
    await judge('too large', get(paths.contactForm, { method: 'POST', body: 'x'.repeat(70_000) }), 413);
  });

  it('the maintenance screen, for visitors, for admins and with an enquiry that was not sent', async () => {
    await send(staff.admin, paths.admin.maintenance, { intent: 'enable' });
    await judge('maintenance', get('/'), 503);
    await judge('maintenance for admins', staff.admin('/'), 503);
    await judge('maintenance panel on', staff.admin(paths.admin.maintenance));
    await judge('maintenance for viewers', staff.viewer(paths.admin.dashboard));
    await send(staff.viewer, paths.admin.preview, {});
    await judge('a page behind the screen', staff.viewer('/'));
    const endsAt = new Date(Date.now() + 3_600_000).toISOString();
    await judge('a new link', send(staff.admin, paths.admin.previewLinks, { intent: 'make', name: 'Ann', endsAt }));
    await judge('enquiry during maintenance', sendEnquiry(site.url, Object.fromEntries(enquiryForm())), 503);
    await send(staff.admin, paths.admin.maintenance, { intent: 'disable' });
  });
});

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
