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
import { actions, addressWithIds, firstIds, makeOneOfEach, type Ids } from '../support/actions.ts';
import { add, emptyTables } from '../support/content.ts';
import { testSite, whileMissing, whileWritesFail } from '../support/database.ts';
import { linksIn, parsePage, textsIn } from '../support/parse-page.ts';
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
  ])('a read of %s, with 503', async (table, path, text) => {
    const answer = await whileMissing(sql, table, () => staff.admin.get(path));
    expect(answer.status).toBe(503);
    const page = await parsePage(answer);
    expect(textsIn(page, '[role=alert]').join()).toContain(text);
    expect(linksIn(page)).toContainEqual(['Try again', expect.stringContaining(path)]);
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
    const html = await expectPage(
      whileWritesFail(sql, table, () => post('admin', path, fields)),
      503,
      text,
    );
    expect(html).toMatch(new RegExp(kept && `(value="|>)${kept}`));
  });
});

describe('what is typed in wrongly is told', () => {
  const missing = ['Missing information', 'Please provide both title and description', 'Please enter a title'];
  const tooLong = { title: 'x'.repeat(201), version: '1' };
  it.each<[string, Record<string, string>, string[]]>([
    [admin.newService, { title: '', content: '' }, missing],
    ['/admin/documents/:id/edit', tooLong, ['The title must be at most 200 characters']],
    [admin.maintenance, message('x'.repeat(1001)), ['Message must be at most 1,000 characters']],
  ])('at %s, with 400', async (at, fields, texts) => {
    const answer = await post('admin', addressWithIds(at, ids), fields);
    expect(answer.status).toBe(400);
    const page = await parsePage(answer);
    expect(page.title).toMatch(/^Error: /);
    for (const text of texts) expect(page.body.textContent).toContain(text);
    const start = page.querySelector('[autofocus]')!; // of several the browser takes the first
    expect(start.matches('[role=alert], [aria-invalid=true]'), start.outerHTML).toBe(true);
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
    const section = [...page.querySelectorAll('section')].find((each) =>
      textsIn(each, 'h2').includes('Quick Actions'),
    )!;
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
    const id = await sql.value<number>('select min(id) as id from services');
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
    const tabs = ['home', 'about', 'services', 'contact', 'footer'];
    const itemsOf = async (path: string, current: string) => {
      const page = await shown('editor', path);
      expect(textsIn(page, 'nav[aria-label=Pages] a')).toEqual(tabs);
      expect(textsIn(page, 'nav[aria-label=Pages] [aria-current=page]')).toEqual([current]);
      return (key: string) => textsIn(page, 'main li').find((text) => text.includes(key));
    };
    for (const path of [admin.pages(), '/admin/pages?tab=nonsense']) await itemsOf(path, 'home');
    const about = await itemsOf(admin.pages('about'), 'about');
    expect(about('who_text')).toMatch(/html.*Last updated \d{1,2} \w+ \d{4}/);
    expect(about('who_points')).toContain('Registered in March 2020');
    const footer = await itemsOf(admin.pages('footer'), 'footer');
    expect(footer('phone_2')).toContain('(868) 555-0187');
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

describe('an enquiry', () => {
  it('stands in the inbox with every column, and in its details with every field and how far its mail has come', async () => {
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
    const details = textsIn(await shown('admin', admin.message(1)), 'dl').join();
    expect(details).toMatch(/Received ?1 Mar 2026, 10:30/); // enquiry-fields.test.ts tests the other facts
    const letter = await mainText('admin', admin.message(1));
    expect(letter).toMatch(/Column ?Ann Lee.*ann@example\.com.*First line Second line/);
    expect(letter).toContain('Sent 1 Mar 2026, 10:31');
    const waiting = 'Waiting, 3 attempts so far: mail service took too long';
    expect(await mainText('admin', admin.message(2))).toContain(waiting);
  });
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
