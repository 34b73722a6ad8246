import { beforeEach, describe, expect, it } from 'vitest';
import { COMMAND_LINE as by } from '#app/audit/activities.server.ts';
import { makeSlug, TAKEN } from '#app/content/projects/project.schema.ts';
import { versionedProjects } from '#app/content/projects/projects.server.ts';
import { moveVersioned } from '#app/content/versions/move.server.ts';
import { deleteVersioned, type Versioned } from '#app/content/versions/versioned.server.ts';
import { paths } from '#app/paths.ts';
import { onTheWall } from '#app/time/local-time.ts';
import { forkEntityManager } from '#db/orm.ts';
import { expectPage } from '../support/expect-page.ts';
import { startApp } from '../support/app.ts';
import { add } from '../support/content.ts';
import { forFile } from '../support/for-test.ts';
import { linksIn, parsePage, textsIn, type ParsedPage } from '../support/parse-page.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { send, undoLast, visitAs } from '../support/visitor.ts';

const { site, sql, url: DATABASE_URL, app } = await testSiteAndApp();
const second = forFile(await startApp({ DATABASE_URL }));
const editor = await visitAs(site, sql, 'editor');
const visitor = await visitAs(site, sql);
const { admin } = paths;

beforeEach(async () => {
  await sql('truncate projects, revisions, trash restart identity cascade');
  await expect.poll(() => titles()).toContain('Steel erection by crawler crane');
});

const published = {
  ...{ title: 'Tandem lift', place: 'Point Lisas', sector: 'Petrochemical', month: '2026-05', status: 'published' },
  ...{ content: 'Two cranes.\n\n- One radio\n- No wind', figures: 'Load: 48 t\nRadius: 14 m' },
};
type Fields = Record<string, string>;
const addProject = (fields: Fields) => send(editor.ask, admin.newProject, fields);
const edit = (id: number, fields: Fields) => send(editor.ask, admin.editProject(id), fields);
const titles = async () => textsIn(await parsePage(visitor.get(paths.portfolio)), 'main h2');
const statusOf = async (path: string, headers = {}) => (await visitor.ask(path, { headers })).status;
const stored = () => sql.row<Fields>('select * from projects where id = 1');
const slugs = () => sql.column('select slug from projects order by id');
const remove = (id: number) =>
  deleteVersioned(forkEntityManager(app), versionedProjects as unknown as Versioned, id, null, by);
const undo = () => undoLast(editor, sql, 'projects');

describe('what visitors see', () => {
  it('is the page without projects until one is published, then the published ones in their order', async () => {
    await addProject({ title: 'A draft' });
    expect(await titles()).toContain('Steel erection by crawler crane');
    await addProject(published);
    await addProject({ ...published, title: 'Second' });
    const [, first, last] = await sql.column<number>('select id from projects order by id');
    expect(await titles()).toEqual(['Tandem lift', 'Second', 'Is yours like one of these?']);
    await moveVersioned(forkEntityManager(app), versionedProjects, { id: last!, before: first! }, by);
    await expect.poll(() => titles()).toEqual(['Second', 'Tandem lift', 'Is yours like one of these?']);
  });

  it('is each with its facts, its figures and its text', async () => {
    await addProject({ ...published, client: 'Acme & Sons', agreed: 'on', content: 'A <b>bold</b> lift & more' });
    const page = await parsePage(visitor.get(paths.project('tandem-lift')));
    expect(page.title).toMatch(/^Tandem lift \| /);
    expect(textsIn(page, 'dl dt').map((name, at) => [name, textsIn(page, 'dl dd')[at]])).toEqual([
      ['Place', 'Point Lisas'],
      ['Month', 'May 2026'],
      ['Sector', 'Petrochemical'],
      ['Client', 'Acme & Sons'],
      ['Load', '48 t'],
      ['Radius', '14 m'],
    ]);
    expect(textsIn(page, '.prose p')).toEqual(['A <b>bold</b> lift & more']);
    expect((await edit(1, { ...published, version: '1' })).status).toBe(303);
    const plain = await parsePage(visitor.get(paths.project('tandem-lift')));
    expect(textsIn(plain, '.prose li')).toEqual(['One radio', 'No wind']);
    expect(textsIn(plain, 'dl dt')).not.toContain('Client');
    expect(textsIn(plain, 'header [aria-current]')).toEqual(['Services', 'Services']);
    expect(plain.querySelector('[name=description]')!.getAttribute('content')).toBe('Two cranes. One radio; No wind');
  });

  it('leads from one to the next, and back to all', async () => {
    for (const title of ['A', 'B', 'C']) await addProject({ ...published, title });
    const links = linksIn(await parsePage(visitor.get(paths.project('b'))));
    for (const [name, to] of Object.entries({ 'All of our work': '', A: '/a', C: '/c' }))
      expect(links).toContainEqual([name, `/portfolio${to}`]);
  });

  it('is no draft and no deleted one, under any spelling, also from memory', async () => {
    await addProject(published);
    const address = paths.project('tandem-lift');
    for (const status of [200, 200]) expect(await statusOf(address)).toBe(status); // the second from the page cache
    const { etag } = Object.fromEntries((await visitor.get(address)).headers) as { etag: string };
    // The notice of the addition may arrive after the first visits and clear the cache once more.
    await expect.poll(() => statusOf(address, { 'If-None-Match': etag })).toBe(304);
    const never = await (await visitor.get(paths.project('never-was'))).text();
    const isGone = async () => {
      const others = ['/portfolio/tandem%2Dlift', '/PORTFOLIO/tandem-lift'];
      for (const path of ['', '?edit=texts', '?preview=projects.p1', '/'].map((end) => address + end).concat(others))
        expect([path, await statusOf(path, { 'If-None-Match': etag })]).toEqual([path, 404]);
      for (const end of ['.data', '.data?_routes=content%2Fprojects%2Fproject.page', '/_.data'])
        expect(await (await visitor.get(address + end)).text(), end).not.toContain('Two cranes');
      const strip = (html: string) => html.replace(/nonce="[^"]*"|tandem-lift|never-was/g, '');
      expect(strip(await (await visitor.get(address)).text())).toBe(strip(never)); // nothing reveals that it exists
      expect(await (await visitor.get(paths.portfolio)).text()).not.toContain('Tandem lift of');
    };
    await edit(1, { ...published, title: 'Tandem lift of', status: 'draft', version: '1' });
    await isGone();
    expect(await undo()).toBe(303);
    expect(await statusOf(address)).toBe(200);
    await remove(1);
    await expect.poll(() => statusOf(address)).toBe(404);
    await isGone();
  });
});

describe('a project that is published from and until a time', () => {
  const wall = (ms: number) => onTheWall(ms).slice(0, 19);
  const soon = () => Math.ceil(Date.now() / 1000) * 1000 + 2000;
  /** Polls every page on every process like a browser with a cache, until all show the project or none does. */
  async function follow(sites: { url: string }[], shows: boolean, moment: number) {
    const kept = new Map<string, { etag: string; isShown: boolean }>();
    const wrong: string[] = [];
    const look = async (page: string) => {
      const before = Date.now();
      const last = kept.get(page);
      const answer = await fetch(page, { headers: { 'If-None-Match': last?.etag ?? '' } });
      const html = await answer.text();
      const isShown = answer.status === 304 ? last!.isShown : /Tandem lift|tandem-lift<\/loc>/.test(html);
      if (answer.status !== 304) kept.set(page, { etag: answer.headers.get('etag') ?? '', isShown });
      if (isShown === shows ? Date.now() < moment : before >= moment + 100) wrong.push(page);
      return isShown;
    };
    const addresses = [paths.portfolio, paths.project('tandem-lift'), '/sitemap.xml'];
    const pages = sites.flatMap(({ url }) => addresses.map((address) => url + address));
    const all = async () => new Set(await Promise.all(pages.map(look)));
    await expect.poll(all, { interval: 50, timeout: 20_000 }).toEqual(new Set([shows]));
    expect(wrong).toEqual([]);
  }

  it('comes and goes at the second on every process, from memory and by ETag too, and after a start', async () => {
    const from = soon();
    await addProject({ ...published, title: 'There' });
    await addProject({ ...published, publishFrom: wall(from) });
    await follow([site, second], true, from);
    const until = soon();
    expect((await edit(2, { ...published, publishUntil: wall(until), version: '1' })).status).toBe(303);
    await follow([site, second], false, until);
    expect((await edit(2, { ...published, publishFrom: wall(from), version: '2' })).status).toBe(303);
    const third = await startApp({ DATABASE_URL });
    await follow([site, second, third], true, from);
    await third.stop();
  });

  it('is explained to staff, with the times of Port of Spain', async () => {
    const states = [
      [{ status: 'draft' }, 'Draft'],
      [{ publishFrom: '2999-05-01T08:30' }, 'To be published 1 May 2999, 08:30'],
      [{ publishUntil: '2999-05-01T12:30Z' }, 'Published until 1 May 2999, 08:30'],
      [{ publishUntil: '2026-01-01T08:00' }, 'Ended 1 Jan 2026, 08:00'],
      [{}, 'Published'],
    ] as const;
    for (const [fields] of states) await addProject({ ...published, ...fields });
    const rows = [...(await parsePage(editor.get(admin.projects))).querySelectorAll('main li[aria-labelledby]')];
    expect(rows.map((row) => textsIn(row, 'p span')[0])).toEqual(states.map(([, words]) => words));
    expect(await (await editor.get(admin.newProject)).text()).toContain('Time in Port of Spain');
  });
});

describe('the form of a project', () => {
  it('takes a draft with a title alone, and asks for the rest before it is published', async () => {
    expect((await addProject({ title: ' A  lift ' })).status).toBe(303);
    expect(await stored()).toMatchObject({ title: 'A lift', slug: 'a-lift', status: 'draft', content: '' });
    const answer = await edit(1, { title: 'A lift', status: 'published', version: '1' });
    const page = await parsePage(answer);
    expect(answer.status).toBe(400);
    for (const name of ['place', 'sector', 'month', 'content'])
      expect(page.querySelector(`#${name}`)?.getAttribute('aria-invalid'), name).toBe('true');
    expect((await stored()).status).toBe('draft');
  });

  it('takes what browsers without such fields let people type', async () => {
    const typed = { month: 'may 2026', figures: ' Load :  48 t \r\n\r\n Radius: 14 m ' };
    await addProject({ ...published, ...typed, publishFrom: '2026-05-01T10:00:05Z' });
    const kept = { month: '2026-05', figures: 'Load : 48 t\nRadius: 14 m' };
    expect(await stored()).toMatchObject({ ...kept, publish_from: '2026-05-01T06:00:05' });
  });

  it('is one project however often it is sent, and projects sent at once get places of their own', async () => {
    const once = { ...published, slug: 'once', formId: 'one' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => addProject(once)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    await Promise.all(Array.from({ length: 4 }, () => addProject(published)));
    expect((await slugs()).toSorted()).toEqual(['once', ...['', '-2', '-3', '-4'].map((n) => `tandem-lift${n}`)]);
    expect(await sql.column('select display_order from projects order by 1')).toEqual([1, 2, 3, 4, 5]);
  });
});

const wayBack = (page: ParsedPage) => linksIn(page, 'body').find(([name]) => name === 'Back to the editor')![1]!;

it('the preview of a project shows what is typed on the real page to this session alone, keeps it for the editor, and stores nothing else', async () => {
  await addProject({ ...published, status: 'draft' });
  const typed = { ...published, title: 'Typed', slug: '', client: 'Acme', agreed: 'on', intent: 'preview' };
  const colleague = await visitAs(site, sql, 'editor');
  const viewer = await visitAs(site, sql, 'viewer');
  for (const form of [admin.newProject, admin.editProject(1)]) {
    const sent = await send(editor.ask, form, { ...typed, version: '1', formId: 'mine' });
    const address = sent.headers.get('location')!;
    expect([sent.status, address]).toEqual([303, expect.stringMatching(/^\/portfolio\/new\?preview=projects\.\w+$/)]);
    const shown = await editor.get(address);
    const page = await parsePage(shown);
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(textsIn(page, 'h1')).toEqual(['Typed']);
    expect(textsIn(page, 'aside').join()).toContain('Preview: not saved');
    for (const other of [visitor, colleague, viewer]) expect((await other.get(address)).status).toBe(404);
    expect(wayBack(page)).toBe(`${form}?unsaved=${form === admin.newProject ? 'newmine' : 1}`);
    const again = await parsePage(editor.get(wayBack(page)));
    expect(again.querySelector('#title')?.getAttribute('value')).toBe('Typed');
    expect(again.querySelector('[name=agreed]')?.hasAttribute('checked')).toBe(true);
    expect((await send(editor.ask, form, { ...published, version: '1', formId: 'mine' })).status).toBe(303);
    expect((await editor.get(address)).status).toBe(404); // it is saved
  }
  expect(await slugs()).toEqual(['tandem-lift', 'tandem-lift-2']);
  await expectPage(send(editor.ask, admin.editProject(9), { ...typed, version: '1' }), 404, 'Here is what you typed');
  for (const name of ['p9', 'p0', 'new', 'p99999999999', 'nothing'])
    expect((await editor.get(`/portfolio/new?preview=projects.${name}`)).status).toBe(404);
});

it('the previews of two new projects of one session are two, each with its way back until it is saved', async () => {
  const preview = async (title: string, formId: string) =>
    (await addProject({ ...published, title, slug: '', formId, intent: 'preview' })).headers.get('location')!;
  const addresses = [await preview('One', 'form-1'), await preview('Two', 'form-2')];
  const pages = await Promise.all(addresses.map((address) => parsePage(editor.get(address))));
  expect(pages.map((page) => textsIn(page, 'h1'))).toEqual([['One'], ['Two']]);
  await addProject({ ...published, title: 'One', formId: 'form-1' });
  const editors = await Promise.all(pages.map((page) => parsePage(editor.get(wayBack(page)))));
  expect(editors.map((page) => page.querySelector('#title')!.getAttribute('value'))).toEqual(['', 'Two']);
});

describe('the address of a project', () => {
  it('is made of its title', () => {
    const slugs = ['Déjà vu: 48 t!', ' -- ', '起重机', 'x'.repeat(200)].map(makeSlug);
    expect(slugs).toEqual(['deja-vu-48-t', '', '', 'x'.repeat(80)]);
  });

  it('is that of one project, which may take it back from its history and the trash', async () => {
    await addProject({ ...published, slug: 'First' });
    await edit(1, { ...published, slug: 'second', version: '1' });
    await add(sql, 'projects', [{ slug: 'by-hand' }]);
    for (const slug of ['first', 'second', 'by-hand']) await expectPage(addProject({ ...published, slug }), 400, TAKEN);
    expect((await addProject({ ...published, title: 'First' })).status).toBe(303);
    expect(await slugs()).toEqual(['second', 'by-hand', 'first-2']);
    await sql("delete from projects where slug = 'first-2'; delete from revisions where item_id = 3");
    expect(await undo()).toBe(303);
    expect(await slugs()).toEqual(['first', 'by-hand']);
    expect([await statusOf('/portfolio/first'), await statusOf('/portfolio/second')]).toEqual([200, 301]);
    await remove(1);
    expect((await addProject({ ...published, slug: 'first' })).status).toBe(400);
    const trash = await parsePage(editor.get(admin.inTrash(admin.projects)));
    expect(textsIn(trash, 'main li :is(h2, button)')).toEqual(['Tandem lift', 'Restore Tandem lift']);
    const revision = trash.querySelector('main li [name=revision]')!.getAttribute('value')!;
    const to = trash.querySelector('main li form')!.getAttribute('action')!;
    expect((await send(editor.ask, to, { revision })).status).toBe(303);
    expect(await slugs()).toEqual(['first', 'by-hand']);
  });
});
