import { describe, expect, it } from 'vitest';
import { preferencesSchema } from '#app/accounts/staff.schema.ts';
import { editedDocumentSchema } from '#app/content/documents/document.schema.ts';
import { projectSchema } from '#app/content/projects/project.schema.ts';
import { redirectSchema } from '#app/content/redirects/redirect.schema.ts';
import { serviceSchema } from '#app/content/services/service.schema.ts';
import { savedReplySchema } from '#app/enquiries/saved/saved-reply.schema.ts';
import { settingsSchema } from '#app/admin/settings/settings.schema.ts';
import { paths } from '#app/paths.ts';
import { expectPage } from '../support/expect-page.ts';
import { actions, addressWithIds, firstIds, makeOneOfEach, project, type Ids } from '../support/actions.ts';
import { add, emptyTables } from '../support/content.ts';
import { hashTables } from '../support/hash-tables.ts';
import { testSite, whileMissing, whileWritesFail } from '../support/database.ts';
import { classesWithoutStyles } from '../support/page-styles.ts';
import { findHtmlErrors } from '../support/valid-html.ts';
import { linksIn, parsePage, textsIn, type ParsedPage } from '../support/parse-page.ts';
import { visitAs } from '../support/visitor.ts';

const { site, sql } = await testSite();
const { admin } = paths;
const staff = {
  admin: await visitAs(site, sql, 'admin'),
  editor: await visitAs(site, sql, 'editor'),
  viewer: await visitAs(site, sql, 'viewer'),
  without: await visitAs(site, sql, null),
};
await makeOneOfEach(sql);
const ids = await firstIds(sql);

const shown = async (who: keyof typeof staff, path: string) => parsePage(staff[who].get(path));
const mainText = async (who: keyof typeof staff, path: string) => textsIn(await shown(who, path), 'body')[0]!;
const message = (maintenanceMessage: string) => ({ intent: 'message', maintenanceMessage });
const reply = { intent: 'reply', subject: 'My own subject', text: 'On Monday', version: '0', formId: 'f' };
const post = (who: keyof typeof staff, path: string, fields: Record<string, string>) => staff[who].post(path, fields);

it.each([
  ['/admin/services/:id/edit', serviceSchema],
  ['/admin/documents/:id/edit', editedDocumentSchema],
  ['/admin/projects/:id/edit', projectSchema],
  ['/admin/redirects/:id/edit', redirectSchema],
  ['/admin/replies/:id/edit', savedReplySchema],
  [admin.preferences, preferencesSchema],
  [admin.settings, settingsSchema],
])('%s has a control for each field that its form reads, or a save would empty it', async (address, { shape }) => {
  const page = await shown('admin', addressWithIds(address, ids));
  const missing = Object.keys(shape).filter((name) => !page.querySelector(`[name="${name}"]`));
  expect(['formId', 'intent', 'deletes'], 'of a new item, of buttons').toEqual(expect.arrayContaining(missing));
});

const gone = Object.fromEntries(Object.entries(ids).map(([noun, id]) => [noun, Number(id) + 1e6])) as unknown as Ids;
it.each(
  actions.flatMap(({ route, at, forms }) =>
    /edit-\w|sation\/message/.test(route) ? [[at(gone), forms(ids)[0]] as const] : [],
  ),
)('typing for %s, which is deleted meanwhile, is shown, with an error in it, too', async (address, fields) => {
  const typed = { ...fields, name: 'Third', ...(fields.intent && { intent: 'note', note: 'They called' }) };
  for (const sent of fields.intent ? [typed] : [typed, { ...typed, version: 'x' }]) {
    const answer = await post('admin', address, sent);
    const page = textsIn(await parsePage(answer), 'main')[0]!;
    expect([answer.status, page]).toEqual([404, expect.stringContaining('Somebody has deleted this')]);
    const shown = Object.entries(typed).filter(([name]) => !['intent', 'version'].includes(name));
    for (const [, text] of shown) expect(page).toContain(text.split('\n')[0]);
  }
});

describe('what fails in the database is told in the words of the specification', () => {
  it.each([
    ['services', admin.services, 'Failed to fetch services'],
    ['page_content', admin.pages(), 'Failed to fetch content'],
    ['pdf_documents', admin.documents, 'Failed to fetch documents'],
    ['messages', `${admin.messages}?view=waiting`, 'Failed to fetch messages'],
    ['saved_replies', admin.savedReplies, 'Failed to fetch saved replies'],
    ['activities', admin.activity, 'Failed to fetch activity'],
  ])('a read of %s, with 503', async (table, path, text) => {
    const answer = await whileMissing(sql, table, () => staff.admin.get(path));
    expect(answer.status).toBe(503);
    const page = await parsePage(answer);
    expect(textsIn(page, '[role=alert]').join()).toContain(text);
    expect(linksIn(page)).toContainEqual(['Try again', path]);
  });

  const kept = { title: 'Kept' };
  it.each<[string, string, Record<string, string>, string, string]>([
    ['services', admin.newService, { ...kept, content: 'Kept too', icon: '' }, 'Failed to save service', 'Kept'],
    ['services', '/admin/services/:id/delete', {}, 'Failed to delete service', ''],
    ['services', admin.services, { id: '1', before: '' }, 'Failed to update service order', ''],
    ['pdf_documents', '/admin/documents/:id/edit', { ...kept, version: '1' }, 'Failed to update document', 'Kept'],
    ['pdf_documents', '/admin/documents/:id/delete', {}, 'Failed to delete document', ''],
    ['page_content', 'heading', { contentValue: 'Kept', version: '1' }, 'Failed to update content', 'Kept'],
    ['site_status', admin.maintenance, message('Kept'), 'Failed to update maintenance message', 'Kept'],
    ['site_status', admin.maintenance, { intent: 'enable' }, 'Failed to update maintenance mode', ''],
    ['messages', admin.messages, { intent: 'read', message: '1' }, 'Failed to update message status', 'Ann Lee'],
    ['messages', '/admin/messages/:id', { intent: 'view' }, 'Failed to update message status', 'Ann Lee'],
  ])('a write of %s at %s, with 503 and what was typed', async (table, at, fields, text, kept) => {
    const path = at === 'heading' ? ids.heading : addressWithIds(at, ids);
    const answer = whileWritesFail(sql, table, () => post('admin', path, fields));
    expect(await expectPage(answer, 503, text)).toMatch(new RegExp(kept && `(value="|>)${kept}`));
  });
});

describe('a form', () => {
  type Fields = Record<string, string>;
  /** Expects valid HTML, without classes that have no styles. */
  async function parseValid(answer: Response): Promise<ParsedPage> {
    const html = await answer.text();
    expect([...(await findHtmlErrors(html)), ...classesWithoutStyles(html)]).toEqual([]);
    return parsePage(new Response(html));
  }
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

  /** Expects the fields of a page to hold what was typed. */
  function expectTyped(page: Pick<ParsedPage, 'querySelectorAll'>, fields: Fields): void {
    const typed = Object.entries(fields).filter(([name, text]) => text && !/^(intent|version|formId)$/.test(name));
    const ways = 'input:not([type=hidden], [type=checkbox], [type=radio]), textarea, [checked]';
    for (const [name, text] of typed) {
      const fields = page.querySelectorAll(`:is(${ways})[name=${name}], select[name=${name}] [selected]`);
      const held = Array.from(fields, (each) => each.getAttribute('value') ?? each.textContent.replace(/^\n/, ''));
      expect([name, ...held]).toContain(text);
    }
  }

  const window = (startsAt: string, endsAt: string) => ({ intent: 'window', startsAt, endsAt });
  const [saturday, sunday] = ['2999-01-05T08:00', '2999-01-06T08:00'];
  const link = (name: string, endsAt: string) => ({ intent: 'make', name, endsAt });
  const certificate = '/admin/documents/:id/edit';
  const lapses = (validUntil: string) => ({ title: 'Insurance', number: 'GL 77-1', validUntil, version: '1' });
  const recipients = (mailTo: string) => ({ intent: 'save', mailTo, version: '1' });
  const eleven = Array.from({ length: 11 }, (_, n) => `a${n}@example.com`).join('\n');
  const later = (until: string) => ({ intent: 'later', until });
  const months = (retentionMonths: string) => ({ acknowledgement: 'on', retentionMonths, version: '1' });
  const preview = (contentValue: string) => ({ contentValue, version: '1', intent: 'preview' });
  const note = { intent: 'note', note: 'She will send drawings' };
  const saved = { name: 'Second', text: 'Dear {name}' };
  const nobody = { title: '', content: '' };
  const moved = { from: '/old-page' };
  const [days, ann] = [{ from: '2026-03-02', to: '2026-03-01' }, { who: 'ann@example.com' }];
  const noOption = 'Please choose from the list';
  const noDate = 'Please enter a date as YYYY-MM-DD';
  const noTime = 'Please give a day and a time';
  const { newProject, maintenance, previewLinks, newSavedReply, mailSettings, settings, newService } = admin;
  const [newRedirect, activity, messages] = [admin.newRedirect(), `${admin.activity}?`, `${admin.messages}?`];
  type Wrong = [at: string, field: string, words: string, fields: Fields];
  it.each<Wrong>([
    [newService, '', 'Missing information', nobody],
    [newService, '', 'Please provide both title and description', nobody],
    [newService, 'title', 'Please enter a title', nobody],
    [certificate, '', 'Please provide a title', { title: ' ', version: '1' }],
    [certificate, 'title', 'at most 200 characters', { title: 'x'.repeat(201), version: '1' }],
    [certificate, 'validUntil', noDate, lapses('31.12.2026')],
    [certificate, 'validUntil', noDate, lapses('2026-02-30')],
    [certificate, 'validUntil', noDate, lapses('0000-01-01')],
    [certificate, 'issuer', 'at most 200 characters', { ...lapses(''), issuer: 'x'.repeat(201) }],
    [maintenance, 'maintenanceMessage', 'Message must be at most 1,000 characters', message('x'.repeat(1001))],
    [maintenance, 'endsAt', 'The end must be after the start', window('2999-01-02T08:00', '2999-01-01T08:00')],
    [maintenance, 'endsAt', 'The end must be after the start', window('2999-01-02T08:00', '2999-01-02T08:00')],
    [maintenance, 'endsAt', 'This time is over', window('', '2020-01-01T08:00')],
    [maintenance, 'endsAt', 'This time is over', window('2020-01-01T07:00', '2020-01-01T08:00')],
    [maintenance, 'startsAt', noTime, window('tomorrow', '')],
    [maintenance, 'endsAt', noTime, window('', '2999-02-30T08:00')],
    [maintenance, 'startsAt', 'Please give a start, an end or both', window('', '')],
    [previewLinks, 'name', 'Please say whom the link is for', link('', inHours(1))],
    [previewLinks, 'endsAt', noTime, link('Ann', '')],
    [previewLinks, 'endsAt', noTime, link('Ann', 'later')],
    [previewLinks, 'endsAt', 'This time is over', link('Ann', '2020-01-01T08:00')],
    [previewLinks, 'endsAt', 'A link holds for at most 7 days', link('Ann', inHours(7 * 24 + 5 / 60))],
    [newProject, 'title', 'Please enter a title', { ...project, title: ' ' }],
    [newProject, 'title', 'Please enter a title', { ...project, title: '\u200b \u2060\ufeff' }],
    [newProject, 'slug', 'Please use letters or digits', { ...project, slug: '!?' }],
    [newProject, 'month', 'Please give a month', { ...project, month: 'Spring 2026' }],
    [newProject, 'figures', 'Each line needs a name', { ...project, figures: 'Load: 48 t\n14 m' }],
    [newProject, 'figures', 'at most 12 figures', { ...project, figures: 'a: b\n'.repeat(13) }],
    [newProject, 'agreed', 'Please tick this once the client has agreed', { ...project, agreed: '' }],
    [newProject, 'publishFrom', noTime, { ...project, publishFrom: 'soon' }],
    [newProject, 'publishUntil', 'The end must be after', { ...project, publishUntil: '2025-12-31T08:00' }],
    [newRedirect, 'from', 'is a page of this site', { from: '/About', to: '/' }], // unit/redirect-map has more
    [newRedirect, 'from', 'belongs to the site itself', { from: '/admin', to: '/' }],
    [newRedirect, 'to', 'leads nowhere', { from: '/old', to: '/nothing' }],
    [newRedirect, 'from', 'There is a redirect from /old-page already', { from: '/old-page', to: '/' }],
    [newSavedReply, 'text', 'Nothing is known of {price}, {nom}.', { ...saved, text: '{price} {nom} {price}' }],
    [newSavedReply, 'text', 'You can use {name}, {reference}', { ...saved, text: '{price}' }],
    [newSavedReply, 'text', 'Please write the text', { ...saved, text: '' }],
    [newSavedReply, 'name', 'Please enter a name', { ...saved, name: ' ' }],
    [newSavedReply, 'name', 'Another saved reply has this name', { ...saved, name: 'FIRST' }],
    ['/admin/messages/:id?form=reply', 'subject', 'Please enter a subject', { ...reply, subject: '  ' }],
    ['/admin/messages/:id?form=reply', 'text', 'Please write an answer', { ...reply, text: '' }],
    ['/admin/messages/:id?form=reply', 'text', 'at most 20,000', { ...reply, text: 'x'.repeat(20_001) }],
    ['/admin/messages/:id', 'note', 'Please write a note', { ...note, note: ' ' }],
    ['/admin/messages/:id', 'note', 'at most 10,000 characters', { ...note, note: 'x'.repeat(10_001) }],
    ['/admin/messages/:id', 'contactAt', 'enter a date and time', { ...note, contact: 'call', contactAt: 'noon' }],
    ['/admin/messages/:id', 'contactAt', 'at most 10', { ...note, contact: 'call', contactAt: '0026-11-24T08:30' }],
    ['/admin/messages/:id', 'contactAt', 'at most 10', { ...note, contact: 'call', contactAt: '2126-11-24T08:30' }],
    ['/admin/messages/:id', 'until', noTime, later('')],
    ['/admin/messages/:id', 'until', noTime, later('tomorrow')],
    ['/admin/messages/:id', 'until', 'This time has passed', later(inHours(-2 / 60))],
    ['/admin/messages/:id', 'until', 'Not answered yet, so ', later(inHours(25))],
    [mailSettings, 'mailTo', 'Please name at least one address', recipients('')],
    [mailSettings, 'mailTo', 'This is no address: bob', recipients('ann@example.com\nbob\n')],
    [mailSettings, 'mailTo', 'These are no addresses: a b@example.com, x@y', recipients('a b@example.com\nx@y')],
    [mailSettings, 'mailTo', 'Please name at most 10 addresses', recipients(eleven)],
    ...['1', '13', '-12', 'x', '0', '1e9'].map((each): Wrong => [settings, 'retentionMonths', noOption, months(each)]),
    [activity, 'from', noDate, { ...ann, from: 'yesterday' }],
    [activity, 'from', 'The first day is after the last one', { ...ann, ...days }],
    [activity, 'kind', noOption, { ...ann, kind: 'magic' }],
    [activity, 'kind', noOption, { ...ann, kind: 'constructor' }],
    [messages, 'to', noDate, { q: 'tandem', to: '2026-02-30' }],
    [messages, 'from', 'The first day is after the last one', { q: 'tandem', ...days }],
    [messages, 'service', noOption, { q: 'tandem', service: 'magic' }],
    [admin.inviteStaff(), 'email', ' already has an account', { email: staff.viewer.email, role: 'admin' }],
    [admin.inviteStaff(), 'email', 'valid email address', { email: 'no address', role: 'viewer' }],
    [admin.inviteStaff(), 'role', 'Please choose a role', { email: 'new@example.com', role: '' }],
    [admin.inviteStaff(), 'role', 'Please choose a role', { email: 'new@example.com', role: 'visitor' }],
    [admin.person('ann@example.com'), 'confirmation', 'This is not the address above', { confirmation: 'ann@x' }],
    [admin.person('ann@example.com'), 'confirmation', 'This is not the address above', { confirmation: '' }],
    [admin.pages('about', 'intro'), 'contentValue', 'Please fill in this text', preview('')],
    [admin.pages('about', 'who_text'), 'contentValue', 'Please fill in this text', preview('<script>hit()</script>')],
    [admin.pages('footer', 'email'), 'contentValue', 'Please enter a valid email address', preview('nobody')],
    [settings, 'backupAt', 'Please enter a time as HH:MM', { backupAt: '25:00', version: '1' }],
    [admin.preferences, 'name', 'at most 100', { name: 'x'.repeat(101), keys: 'on' }],
    [admin.logEnquiry, 'subject', 'at least 3 characters', { cameBy: 'phone', phone: '+18685550100', subject: 'ab' }],
    [admin.secondFactor, 'code', 'Please enter the code', { intent: 'set-up' }],
    [admin.account, 'currentPassword', 'Please enter your current password', {}],
  ])('at %s says what is wrong with "%s": %s', async (at, field, words, fields) => {
    const before = await hashTables(sql);
    const isSearch = at.endsWith('?');
    const sent = isSearch
      ? staff.admin.get(at + new URLSearchParams(fields).toString())
      : post('admin', addressWithIds(at, ids), fields);
    expect([fields, (await sent).status]).toEqual([fields, 400]);
    const page = await parseValid(await sent);
    expect(page.title).toMatch(/^Error: /);
    const start = page.querySelector('[autofocus]'); // of several the browser takes the first
    expect(isSearch || start?.matches('[role=alert], [aria-invalid=true]'), start?.outerHTML).toBe(true);
    const told = page.querySelector(field ? `[name=${field}][aria-invalid=true]` : '[role=alert]')!;
    const says = ['help', 'error'].map((end) => `${told.id || field}-${end}`).filter((id) => page.getElementById(id));
    expect(told.getAttribute('aria-describedby') ?? '').toBe(says.join(' '));
    expect((page.getElementById(says.at(-1)!) ?? told).textContent).toContain(words);
    expectTyped(told.closest('form') ?? page, words.startsWith('Please choose') ? { ...fields, [field]: '' } : fields);
    expect(await hashTables(sql)).toEqual(before);
  });

  it.each<[at: string, shown: string | RegExp, theirs: Fields, mine: Fields]>([
    ['/admin/services/:id/edit', 'Theirs', { title: 'Theirs', content: 'A' }, { title: 'Mine', content: 'B' }],
    [certificate, /Theirs.*GL 77-1.*31 December 2026/, { ...lapses('2026-12-31'), title: 'Theirs' }, lapses('')],
    ['/admin/projects/:id/edit', 'Theirs', { ...project, place: 'Theirs' }, { ...project, place: 'Mine' }],
    ['/admin/redirects/:id/edit', 'To/about', { ...moved, to: '/about' }, { ...moved, to: '/contact' }],
    ['/admin/replies/:id/edit', 'Theirs', { ...saved, text: 'Theirs' }, { ...saved, text: 'Mine' }],
    [admin.pages('about', 'intro'), 'Theirs', { contentValue: 'Theirs' }, { contentValue: 'Mine' }],
    [mailSettings, 'ann@example.com', recipients('ann@example.com'), recipients('ben@example.com')],
    [maintenance, /Saved by someone else.*Theirs/, message('Theirs'), message('Mine')],
    [maintenance, /Saved by someone else.*Saturday 5 January/, window(saturday, ''), window(sunday, '')],
    [settings, '36 months', { retentionMonths: '36' }, { retentionMonths: '', acknowledgement: 'on' }],
  ])('at %s shows what was saved since, %s, and saves at the second try', async (at, text, theirs, mine) => {
    const path = addressWithIds(at, ids);
    const field = Object.keys(theirs).find((name) => name !== 'intent');
    const versionIn = (page: ParsedPage) =>
      page.querySelector(`form:has([name=${field}]) [name=version]`)!.getAttribute('value')!;
    const save = (fields: Fields, version: string) => post('admin', path, { ...fields, version });
    const first = versionIn(await shown('admin', path));
    for (let press = 0; press < 2; press++) expect((await save(theirs, first)).status).toBe(303); // saved once
    const before = await hashTables(sql);
    const refused = await save(mine, first);
    expect(refused.status).toBe(409);
    const page = await parseValid(refused);
    expect(textsIn(page, '[data-conflict]').join()).toMatch(text);
    expectTyped(page, mine);
    expect(await hashTables(sql)).toEqual(before);
    expect((await save(mine, versionIn(page))).status).toBe(303);
    expectTyped(await shown('admin', path), mine);
  });
});

describe('what no form of ours sends', () => {
  it('finds nothing at an unknown address', async () => {
    const { heading } = ids;
    const [, text] = /edit=(\d+)/.exec(heading)!;
    for (const path of [
      admin.editService(999_999),
      admin.deleteService(999_999),
      '/admin/services/abc/edit',
      admin.pages('about', Number(text)),
      '/admin/pages?edit=x',
    ]) {
      expect([path, (await staff.editor.get(path)).status]).toEqual([path, 404]);
      const fields = { title: 'x', content: 'x', contentValue: 'x', version: '1' };
      expect([path, (await post('editor', path, fields)).status]).toEqual([path, 404]);
    }
    const unknown = admin.pages('about', 'no_such');
    expect((await post('editor', unknown, { contentValue: 'x', version: '1', intent: 'preview' })).status).toBe(404);
    expect((await post('admin', `${admin.message(999_999)}?form=reply`, reply)).status).toBe(404);
    expect((await post('editor', admin.services, { id: '999999', before: '' })).status).toBe(404);
    expect((await post('editor', admin.services, { id: 'x' })).status).toBe(400);
    expect((await post('editor', admin.services, { id: String(ids.services), before: '999999' })).status).toBe(409);
  });

  it('sets no column that a form does not have', async () => {
    const good = { title: 'Echo', content: 'x' };
    expect((await post('editor', admin.newService, { ...good, icon: 'Skull' })).status).toBe(400);
    const more = { ...good, icon: '', id: '77', display_order: '500', version: '9' };
    expect((await post('editor', admin.newService, more)).status).toBe(303);
    const row = await sql.row("select id, display_order, icon, version from services where title = 'Echo'");
    expect(row).toEqual({ id: expect.any(Number) as number, display_order: 5, icon: null, version: 1 });
    expect(row.id).not.toBe(77);
    await sql("delete from services where title = 'Echo'");
    const extra = { contentValue: 'x', version: '1', page_name: 'footer', section_key: 'y', content_type: 'html' };
    const before = await sql('select page_name, section_key, content_type from page_content order by id');
    expect((await post('editor', ids.heading, extra)).status).toBe(303);
    expect(await sql('select page_name, section_key, content_type from page_content order by id')).toEqual(before);
  });
});

describe('the shell', () => {
  it.each(['admin', 'editor', 'viewer'] as const)('says to an %s who they are, and where', async (role) => {
    const page = await shown(role, admin.dashboard);
    expect(textsIn(page, 'header')[0]).toContain(`Welcome, ${staff[role].email}`);
    expect(textsIn(page, 'header [data-role]')).toEqual([role]);
    expect(textsIn(page, 'nav[aria-label=Admin] [aria-current=page]')).toEqual(['Dashboard Home']);
    expect(textsIn(page, 'button')).toContain('Logout');
    const quick = { viewer: ['View dashboard statistics'], editor: ['Update service descriptions', 'View dashboard statistics'], admin: ['Update service descriptions', 'Review contact messages', 'View dashboard statistics'] }; // oxfmt-ignore
    const section = [...page.querySelectorAll('section')].find((one) => textsIn(one, 'h2').includes('Quick Actions'))!;
    expect(textsIn(section, 'li')).toEqual(quick[role]);
    expect(textsIn(page, 'body')[0]!.includes('Enable Maintenance Mode')).toBe(role === 'admin');
  });

  it('counts for admins, each number a link to what it counts', async () => {
    await emptyTables(sql, 'messages');
    await add(sql, 'messages', 1234);
    const n = await sql.value<number>('select count(*)::int as n from services');
    const page = await shown('admin', admin.dashboard);
    expect(linksIn(page)).toContainEqual([String(n), admin.services]);
    expect(linksIn(page)).toContainEqual(['1,234', admin.messages]);
    const [main] = textsIn(page, 'main');
    for (const words of ['Active services', 'Contact inquiries', 'Access level']) expect(main).toContain(words);
  });

  it('tells editors on the dashboard what was changed lately, viewers what they can do, and all that maintenance is on', async () => {
    const id = await sql.value<number>('select max(id) as id from services');
    const fields = { title: 'Night lifts', content: 'By lamps', icon: '', version: '1' };
    expect((await post('editor', admin.editService(id), fields)).status).toBe(303);
    expect(await mainText('editor', admin.dashboard)).toMatch(/Changed lately.*Changed .*Night lifts/);
    const viewer = await mainText('viewer', admin.dashboard);
    expect(viewer).toContain('You can look at these figures.');
    expect(viewer).not.toContain('Changed lately');
    expect(viewer).not.toContain('Maintenance mode is on');
    await sql('update site_status set maintenance_mode = true');
    const told = () => Promise.all([mainText('viewer', admin.dashboard), mainText('editor', admin.services)]);
    const words = expect.stringContaining('Maintenance mode is on: visitors see') as string;
    await expect.poll(told).toEqual([words, words]);
    await sql('update site_status set maintenance_mode = false');
  });

  it('shows a dashboard also where statistics cannot be read, and says so', async () => {
    const answer = await whileMissing(sql, 'services', () => staff.viewer.get(admin.dashboard));
    expect(answer.status).toBe(200);
    expect(textsIn(await parsePage(answer), 'main')[0]).toContain('Not available');
  });

  it('leads /admin to the dashboard, and says within that another address has no page', async () => {
    expect((await staff.viewer.get(admin.root)).headers.get('location')).toBe(admin.dashboard);
    const answer = await staff.viewer.get('/admin/no-such-page');
    expect(answer.status).toBe(404);
    const page = await parsePage(answer);
    expect(textsIn(page, 'h1')).toEqual(['404 Page Not Found']);
    expect(linksIn(page, 'body')).toContainEqual(['Go to Dashboard', admin.dashboard]);
  });

  it('is not for an account without a role, which is told so and can sign out', async () => {
    const page = await shown('without', admin.dashboard);
    expect(textsIn(page, 'h1')).toEqual(['Access Denied']);
    expect(page.body.textContent).toContain("Your account doesn't have the required permissions.");
    expect(page.body.textContent).toContain('Please contact an administrator.');
    expect(textsIn(page, 'button')).toContain('Sign out');
  });

  it('is entered by a login page that says whom it is for, with fields of the right kind', async () => {
    const page = await parsePage(fetch(site.url + admin.login));
    expect(textsIn(page, 'h1')).toEqual(['Admin Login']);
    expect(page.body.textContent).toContain('Admins and Editors Only');
    for (const [type, autocomplete] of Object.entries({ email: 'username', password: 'current-password' }))
      expect(page.querySelectorAll(`input[type=${type}][required][autocomplete="${autocomplete}"]`)).toHaveLength(1);
  });
});

describe('Manage Pages', () => {
  it('has five tabs at their own addresses, home first, and each text with its key, type, date and preview', async () => {
    const itemsOf = async (path: string, current: string) => {
      const page = await shown('editor', path);
      expect(textsIn(page, 'nav[aria-label=Pages] a')).toEqual(['home', 'about', 'services', 'contact', 'footer']);
      expect(textsIn(page, 'nav[aria-label=Pages] [aria-current=page]')).toEqual([current]);
      return (key: string) => textsIn(page, 'main li').find((text) => text.includes(key));
    };
    for (const path of [admin.pages(), '/admin/pages?tab=nonsense']) await itemsOf(path, 'home');
    const about = await itemsOf(admin.pages('about'), 'about');
    expect(about('who_text')).toMatch(/html.*Last updated \d{1,2} \w+ \d{4}/);
    expect(about('who_points')).toContain('Registered in March 2020');
    expect((await itemsOf(admin.pages('footer'), 'footer'))('phone_2')).toContain('(868) 555-0187');
  });

  it('shows each of the six types differently', async () => {
    const spans = ['about', 'footer'].map(async (tab) => {
      const page = await shown('editor', admin.pages(tab));
      return Array.from(page.querySelectorAll('main li span'), (each) => [each.textContent, each.className] as const);
    });
    const looks = new Map((await Promise.all(spans)).flat());
    const six = ['heading', 'text', 'html', 'button', 'list', 'contact'].map((type) => looks.get(type));
    expect(new Set(six.filter(Boolean)).size).toBe(6);
  });

  it('finds texts by their words, and says where there are none', async () => {
    const found = await shown('editor', `${admin.pages('about')}&q=go+home+SAFELY`);
    expect(textsIn(found, 'main h3')).toEqual(['About: mission text']);
    const edit = found.querySelector('main li a[href*="edit="]')!.getAttribute('href')!.split('#', 1)[0]!;
    const editor = await shown('editor', edit);
    expect(textsIn(editor, 'main h3')).toEqual(['About: mission text']);
    const list = `${admin.pages('about')}&q=go+home+SAFELY`;
    expect(linksIn(editor)).toContainEqual(['Cancel', list]);
    const action = editor.querySelector('form:has([name=contentValue])')!.getAttribute('action')!;
    const saved = await post('editor', action, { contentValue: 'All go home safely', version: '1' });
    expect(saved.headers.get('location')).toBe(list);
    expect(await mainText('editor', `${admin.pages('about')}&q=submarine`)).toContain('No text of this page has these');
    const all = await shown('editor', admin.pages('about'));
    expect(textsIn(all, 'nav[aria-label=Sections] a')).toEqual(textsIn(all, 'main h2'));
  });
});

describe('the lists', () => {
  it('show a service with its icon, text and date, and a document with its order and day in Port of Spain', async () => {
    await add(sql, 'services', [{ title: 'Alpha crane', content: 'What it does', icon: 'Truck', display_order: 90 }]);
    const services = textsIn(await shown('editor', admin.services), 'main li').join();
    expect(services).toMatch(/Alpha crane.*What it does.*Icon: Truck.*Created \d{1,2} \w+ \d{4}/);
    await add(sql, 'pdf_documents', [
      { title: 'Second', display_order: 92, created_at: '2026-03-02T02:30:00Z' },
      { title: 'First', display_order: 91, created_at: '2026-03-02T02:30:00Z' },
    ]);
    const documents = await mainText('editor', admin.documents);
    expect(documents).toMatch(/First.*Second/);
    expect(documents).toContain('Order: 91');
    expect(documents).toContain('Uploaded: 1 March 2026'); // in UTC it was already the 2nd
  });

  it('say what to do next where there is nothing', async () => {
    await sql('truncate services; delete from pdf_documents');
    const services = await shown('editor', admin.services);
    expect(services.body.textContent).toContain('No services created yet');
    expect(linksIn(services)).toContainEqual(['Add the first service', admin.newService]);
    const documents = await shown('editor', admin.documents);
    expect(documents.body.textContent).toContain('No documents uploaded yet');
    expect(linksIn(documents)).toContainEqual(['Upload the first document', admin.newDocument]);
    await emptyTables(sql, 'messages');
    const inbox = await shown('admin', admin.messages);
    expect(inbox.body.textContent).toContain('No unread messages.');
    expect(inbox.body.textContent).toContain('No read messages.');
    expect(linksIn(inbox).flat()).not.toContain('Export CSV');
  });
});

it('an enquiry stands in the inbox with every column, and in its details with every field and how far its mail has come', async () => {
  await emptyTables(sql, 'messages');
  const row = { name: 'Ann Lee', email: 'ann@example.com', subject: 'Column', message: 'First line\nSecond line' };
  const asked = { service_type: 'lift-plan-review', preferred_contact: 'either' };
  await add(sql, 'messages', [
    { ...row, ...asked, is_read: false, created_at: '2026-03-01T14:30:00Z' },
    { ...row, service_type: null, preferred_contact: null, is_read: true, created_at: '2026-02-01T14:30:00Z' },
  ]);
  await add(sql, 'notifications', [
    { message_id: 1, state: 'sent', attempts: 1, reason: null, sent_at: '2026-03-01T14:31:00Z' },
    { message_id: 2, state: 'waiting', attempts: 3, reason: 'mail service took too long', sent_at: null },
  ]);
  const inbox = await shown('admin', admin.messages);
  expect(textsIn(inbox, 'h1')).toEqual(['Contact Messages 1 unread, 1 read']);
  for (const column of ['Contact', 'Subject', 'Service Type', 'Preferred Contact', 'Date', 'Actions'])
    expect(textsIn(inbox, 'th').join()).toContain(column);
  expect(linksIn(inbox)).toContainEqual(['ann@example.com', 'mailto:ann@example.com']);
  const [unread, read] = textsIn(inbox, 'tbody tr');
  expect(unread).toMatch(/Ann Lee.*New.*Column.*Lift Plan Review.*Either.*1 Mar 2026, 10:30.*View.*Mark read/);
  expect(read).toMatch(/General Inquiry.*Not specified.*Mark unread/);
  expect(read).not.toMatch(/New/);
  expect(textsIn(await shown('admin', admin.message(1)), 'dl').join()).toMatch(/Received ?1 Mar 2026, 10:30/); // enquiry-fields.test.ts tests the other facts
  const letter = await mainText('admin', admin.message(1));
  expect(letter).toMatch(/Column ?Ann Lee.*ann@example\.com.*First line Second line/);
  expect(letter).toContain('Sent 1 Mar 2026, 10:31');
  expect(await mainText('admin', admin.message(2))).toContain('Waiting, 3 attempts so far: mail service took too long');
});

it('the maintenance message is stored by its form alone; empty, it is the default text', async () => {
  const save = async (text: string) => {
    expect((await post('admin', admin.maintenance, message(text))).status).toBe(303);
    return sql.row('select maintenance_mode, message from site_status');
  };
  const words = 'Lifting the roof.\nBack on Monday.';
  expect(await save('  Lifting the roof.\r\nBack on Monday.  ')).toEqual({ maintenance_mode: false, message: words });
  const usual = 'Our site is undergoing maintenance. Please check back shortly.';
  expect(await save('   ')).toEqual({ maintenance_mode: false, message: usual });
});
