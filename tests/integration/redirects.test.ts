import type { IncomingMessage } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  countMissed,
  findMissed,
  listMissing,
  writeMissingPaths,
} from '#app/content/redirects/missing-paths.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { project } from '../support/actions.ts';
import { setMaintenance, testSite } from '../support/database.ts';
import { formOf } from '../support/documents.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { linksIn, parsePage, textsIn } from '../support/parse-page.ts';
import { openTestApp } from '../support/test-app.ts';
import { asker, send, undoLast, visitAs, visitByPassword } from '../support/visitor.ts';

const METRICS_TOKEN = 'a-token-for-the-one-that-counts';
const { site, sql, connection } = await testSite({ METRICS_TOKEN });
const editor = await visitByPassword(site, sql, 'editor');
const other = await visitAs(site, sql, 'editor');
const visitor = asker(site, '');
const { admin } = paths;

beforeEach(async () => {
  await sql('truncate redirects, missing_paths, revisions cascade');
  findMissed(site.app).clear();
  await expect.poll(() => leads('/old')).toBe('404');
});

async function leads(path: string, method = 'GET'): Promise<string> {
  const answer = await visitor(path, { method });
  await answer.arrayBuffer();
  return [answer.status, answer.headers.get('location') ?? []].flat().join(' ');
}
const stored = () => sql.value("select coalesce(json_object_agg(from_path, to_path), '{}') from redirects");
const put = (from: string, to: string) => send(editor.ask, admin.newRedirect(), { from, to });
const idOf = (from: string) => sql.value<number>('select id from redirects where from_path = $1', [from]);
const upload = (csv: BlobPart) =>
  editor.post(admin.importRedirects, formOf({ file: new File([csv], 'redirects.csv', { type: 'text/csv' }) }));
const undo = (noun = 'redirects') => undoLast(editor, sql, noun);

describe('a redirect by hand', () => {
  it('answers at once, to GET and HEAD, in any spelling, with the query of who asks', async () => {
    expect(linksIn(await parsePage(editor.get(admin.pages())))).toContainEqual(['Redirects', admin.redirects]);
    expect((await put('/old', '/services')).headers.get('location')).toBe(admin.redirects);
    for (const method of ['GET', 'HEAD']) expect(await leads('/old', method)).toBe('301 /services');
    for (const path of ['/old/', '/%6Fld', '/old?']) expect(await leads(path), path).toMatch(/^301 \/services\??$/);
    const query = '?utm_source=mail&to=//evil.example';
    expect(await leads(`/old${query}`)).toBe(`301 /services${query}`);
    expect((await send(visitor, '/old')).status).not.toBe(301);
    const { headers } = await visitor('/old');
    expect(headers.get('cache-control')).toBe('no-cache'); // it can be undone
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect((await put('/été', '/about')).status).toBe(303);
    expect(await leads('/%C3%A9t%C3%A9')).toBe('301 /about');
  });

  it('to a document works while the document exists; an existing page always wins over a redirect', async () => {
    const file = paths.document(await sql.value('select file_path from pdf_documents order by id limit 1'));
    await put('/old', file);
    expect(await leads('/old')).toBe(`301 ${file}`);
    expect((await put(file, '/')).status).toBe(400);
    await sql("insert into redirects (from_path, to_path) values ('/about', '/'), ('/older', '/nothing-here')");
    await expect
      .poll(async () => textsIn(await parsePage(editor.get(admin.redirects)), 'li p'))
      .toEqual([
        '/about to /A page is there now, and is shown.',
        `/old to ${file}`,
        '/older to /nothing-hereNo page is there now: visitors do not find it.',
      ]);
    expect([await leads('/about'), await leads('/older')]).toEqual(['200', '404']);
  });

  it('is not deleted once somebody else has changed it, and may get another address', async () => {
    await put('/old', '/services');
    const edit = admin.editRedirect(await idOf('/old'));
    expect((await send(other.ask, edit, { from: '/old', to: '/about', version: '1' })).status).toBe(303);
    const deleting = send(editor.ask, edit, { from: '/old', intent: 'delete', version: '1' });
    await expectPage(deleting, 409, 'Nothing was removed. Choose the same button again');
    expect((await send(editor.ask, edit, { from: '/older', to: '/contact', version: '2' })).status).toBe(303);
    expect(await stored()).toEqual({ '/older': '/contact' });
    expect([await leads('/old'), await leads('/older')]).toEqual(['404', '301 /contact']);
  });

  it('is changed in a dialog over the part of the list where it was found, and leads back there', async () => {
    await put('/old', '/services');
    await put('/other', '/services');
    const list = `${admin.redirects}?q=old&after=%2Fa`;
    const open = async (name: string) =>
      linksIn(await parsePage(editor.get(list))).find(([each]) => each === name)![1]!;
    expect(await open('Add Redirect')).toBe(`${admin.newRedirect()}?q=old&after=%2Fa`);
    const dialog = await parsePage(editor.get(await open('Edit /old')));
    expect(textsIn(dialog, 'li p')).toEqual(['/old to /services']);
    expect(linksIn(dialog)).toContainEqual(['Cancel', list]);
    const form = dialog.querySelector('form:has([name=from])')!.getAttribute('action')!;
    await expectLed(send(editor.ask, form, { from: '/old', to: '/about', version: '1' }), list);
  });

  it('that was the last of its page leaves the first page, and no talk of words that nobody searched for', async () => {
    const shown = async () =>
      textsIn(await parsePage(editor.get(`${admin.redirects}?after=%2Fz`)), 'main li p, main .card p');
    expect(await shown()).toEqual(['No redirects yet.']);
    await put('/old', '/services');
    expect(await shown()).toEqual(['/old to /services']);
  });

  it('can be undone, as can a change and a deletion; not once it was changed again', async () => {
    await put('/old', '/services');
    expect(await undo()).toBe(303);
    expect([await stored(), await leads('/old')]).toEqual([{}, '404']);
    await put('/old', '/services');
    const first = await sql.value<string>('select max(id)::text from revisions');
    await send(editor.ask, admin.editRedirect(await idOf('/old')), { from: '/new', to: '', version: '1' });
    expect((await send(editor.ask, admin.undo, { revision: first })).status).toBe(409);
    expect(await stored()).toEqual({ '/new': null });
    await send(editor.ask, admin.editRedirect(await idOf('/new')), { from: '/new', intent: 'delete', version: '1' });
    expect(await stored()).toEqual({});
    expect(await undo()).toBe(303);
    expect([await stored(), await leads('/new')]).toEqual([{ '/new': null }, '410']);
    const log = "select what from activities where kind = 'redirects' and who = $1 order by id desc limit 3";
    const expected = ['Undid a change of redirects', 'Deleted the redirect of /new', 'Redirected /new: Gone (410)'];
    expect(await sql.column(log, [editor.email])).toEqual(expected);
  });
});

describe('what is gone', () => {
  it('has a page that says so, from memory, with the frame of the site', async () => {
    await put('/old', '');
    for (const path of ['/old', '/old?q=1']) {
      const answer = await visitor(path);
      expect(answer.status).toBe(410);
      const page = await parsePage(answer);
      expect(textsIn(page, 'h1')).toEqual(['This Page Is No Longer Here']);
      expect(page.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('noindex');
      expect(linksIn(page)).toContainEqual(['Return to Home', '/']);
      expect(page.querySelector('missing-page')).toBeNull();
    }
    const readEtag = async () => (await visitor('/old')).headers.get('etag') ?? '';
    await expect.poll(readEtag).not.toBe('');
    expect((await visitor('/old', { headers: { 'If-None-Match': await readEtag() } })).status).toBe(410);
    expect((await visitor('/old', { method: 'HEAD' })).status).toBe(410);
  });

  it('is the maintenance screen while the site is closed, as is what has moved', async () => {
    await put('/gone-page', '');
    await put('/old', '/about');
    await setMaintenance(sql, true, site);
    expect([await leads('/gone-page'), await leads('/old')]).toEqual(['503', '503']);
    await setMaintenance(sql, false, site);
    expect(await leads('/old')).toBe('301 /about');
  });
});

describe('a CSV file', () => {
  it('is taken whole, in any order, in place of what was there, and undone whole', async () => {
    await put('/a', '/contact');
    expect((await upload('from,to\n/a,/b\n/b,/c\n/c,/about\n/d,gone\n')).status).toBe(303);
    expect(await stored()).toEqual({ '/a': '/about', '/b': '/about', '/c': '/about', '/d': null });
    expect(await leads('/a')).toBe('301 /about');
    expect(await undo()).toBe(303);
    expect(await stored()).toEqual({ '/a': '/contact' });
  });

  it('of a spreadsheet that knows no UTF-8 is read as it was meant', async () => {
    expect((await upload(Uint8Array.from(Buffer.from('/caf\xe9,/about', 'latin1')))).status).toBe(303);
    expect(await stored()).toEqual({ '/café': '/about' });
    expect(await sql.value('select what from activities order by id desc limit 1')).toBe('Imported 1 redirect');
  });

  it('with very many wrong lines names the first hundred', async () => {
    const told = textsIn(await parsePage(upload('a,b\n'.repeat(5000))), '#file-error')[0]!;
    expect(told.match(/Line \d+: /g)).toHaveLength(100);
    expect(told).toMatch(/4,900 more lines are wrong\.$/);
  });

  it('with wrong lines is not taken, and each of them is named', async () => {
    const answer = await upload('/a,/about\n/b,/nothing\nf,/\n');
    expect(answer.status).toBe(400);
    expect(textsIn(await parsePage(answer), '#file-error')[0]).toBe(
      'Nothing was imported. Line 2: /nothing leads nowhere: no page is there. ' +
        'Line 3: f is no path of this site: it starts with /, has no ? or #, and at most 300 characters.',
    );
    for (const csv of ['', 'from,to\n', '/a\n', `/a,${'x'.repeat(2 ** 20)}`])
      expect([400, 413]).toContain((await upload(csv)).status);
    expect(await stored()).toEqual({});
  });
});

describe('a project', () => {
  const fields = { ...project, title: 'Lift', slug: 'a' };
  const save = async (changes: Partial<typeof fields>) => {
    const [row] = await sql<{ id: number; version: string }>('select id, version::text from projects');
    const sent = { ...fields, ...changes, version: row?.version ?? '0' };
    const answer = await send(editor.ask, row ? admin.editProject(row.id) : admin.newProject, sent);
    expect([changes, answer.status]).toEqual([changes, 303]);
  };
  beforeEach(async () => void (await sql('truncate projects')));

  it('that is published is found under each former address, with what led there, and undoing that takes it back', async () => {
    await save({});
    await expect.poll(() => put('/old', '/portfolio/a').then(({ status }) => status)).toBe(303);
    await save({ slug: 'b' });
    await expect.poll(() => leads('/portfolio/a')).toBe('301 /portfolio/b');
    expect([await leads('/old'), await leads('/portfolio/b')]).toEqual(['301 /portfolio/b', '200']);
    expect(await undo('projects')).toBe(303);
    await expect.poll(() => leads('/portfolio/b')).toBe('301 /portfolio/a');
    expect([await leads('/portfolio/a'), await leads('/old')]).toEqual(['200', '301 /portfolio/a']);
    await save({ slug: 'c' });
    await save({ slug: 'b' });
    const expected = { '/old': '/portfolio/b', '/portfolio/a': '/portfolio/b', '/portfolio/c': '/portfolio/b' };
    expect(await stored()).toEqual(expected);
    await expect.poll(() => leads('/portfolio/a')).toBe('301 /portfolio/b');
    const preview = await send(editor.ask, admin.newProject, { ...fields, intent: 'preview' });
    expect((await editor.get(preview.headers.get('location')!)).status).toBe(200); // although its address redirects
  });

  it('is found under its last address when an older state of it comes back from the trash', async () => {
    for (const slug of ['a', 'b']) await save({ slug });
    const firsts = "select item_id as id, min(id) as first from revisions where noun = 'projects' group by item_id";
    const { id, first } = await sql.row<{ id: number; first: number }>(firsts);
    await send(editor.ask, admin.deleteProject(id));
    expect((await send(editor.ask, admin.history('projects', id), { revision: String(first) })).status).toBe(303);
    await expect.poll(() => leads('/portfolio/b')).toBe('301 /portfolio/a');
    expect(await undo('projects')).toBe(303);
    await send(editor.ask, admin.history('projects', id), { revision: String(first + 1) });
    await expect.poll(() => leads('/portfolio/a')).toBe('301 /portfolio/b');
  });

  it('takes the address of a redirect by hand, which its undo brings back, and loses nobody on its way through drafts', async () => {
    await save({});
    await put('/portfolio/b', '/services');
    await save({ slug: 'b', status: 'draft' });
    expect(await undo('projects')).toBe(303);
    await save({ slug: 'c', status: 'draft' });
    await put('/portfolio/d', '');
    await save({ slug: 'd' });
    expect(await undo('projects')).toBe(303);
    expect(await stored()).toMatchObject({ '/portfolio/a': '/portfolio/c', '/portfolio/d': null });
    const change = admin.editRedirect(await idOf('/portfolio/a'));
    await send(editor.ask, change, { from: '/x', intent: 'delete', version: '3' });
    await save({ slug: 'd' });
    expect(await undo()).toBe(303);
    expect(await stored()).toMatchObject({ '/portfolio/a': '/portfolio/d', '/portfolio/b': '/services' });
  });

  it('that was never public leaves no trace; one that is unpublished is counted as missing until it is back', async () => {
    await save({ status: 'draft' });
    await save({ status: 'draft', slug: 'b' });
    expect(await stored()).toEqual({});
    await save({ slug: 'b' });
    await save({ slug: 'c', status: 'draft' });
    expect(await stored()).toEqual({ '/portfolio/b': '/portfolio/c' });
    expect(await leads('/portfolio/b')).toBe('404');
    await save({ slug: 'c' });
    await expect.poll(() => leads('/portfolio/b')).toBe('301 /portfolio/c');
  });
});

it('with 5,000 redirects one is answered before the page cache and the renderer, and the list has pages', async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `/from/${String(n).padStart(4, '0')},/services`);
  expect((await upload(lines.join('\n'))).status).toBe(303);
  const asked = async () => {
    const metrics = await visitor('/metrics', { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
    return (await metrics.text()).match(/^page_cache_(hits|misses)_total \d+$/gm);
  };
  const before = await asked();
  for (const n of ['0000', '4999']) expect(await leads(`/from/${n}`)).toBe('301 /services');
  expect(await asked()).toEqual(before);
  const list = async (query: string) =>
    textsIn(await parsePage(editor.get(`${admin.redirects}?${query}`)), 'ul[aria-label=Redirects] bdi:first-child');
  const first = await list('');
  expect(first).toHaveLength(100);
  const links = linksIn(await parsePage(editor.get(`${admin.redirects}?q=from`)));
  const [, next] = links.find(([name]) => name === 'Next page')!;
  // A redirect of the first page is deleted meanwhile; the second page still skips none.
  await send(editor.ask, admin.editRedirect(await idOf(first[9]!)), { from: '/x', intent: 'delete', version: '1' });
  expect((await list(next!.split('?')[1]!))[0]).toBe('/from/0100');
  expect(await list('q=FROM/1234')).toEqual(['/from/1234']);
  expect(await list('q=%25')).toEqual([]);
});

describe('addresses that were not found', () => {
  it('are counted by their paths alone, and nothing that may be about a person', async () => {
    for (const path of ['/lost?mail=ann@example.com', '/lost/', '/lost', `/x${'y'.repeat(400)}`, '/about', '/old.html'])
      await leads(path);
    await put('/old.html', '/about');
    await leads('/old.html');
    for (const path of ['/ann@example.com', '/admin/nothing', '/no.js', `/preview/${'t'.repeat(43)}`])
      await leads(path);
    await send(visitor, '/lost');
    await leads('/lost', 'HEAD');
    // Includes those that are already written.
    const counted = async () => {
      const rows = await sql<{ path: string; hits: number }>('select path, hits from missing_paths');
      for (const [path, hits] of findMissed(site.app)) rows.push({ path, hits });
      const all = rows.map(({ path }) => path).filter((path) => path !== '/old');
      return Object.fromEntries(
        all.map((path) => [path, rows.reduce((sum, row) => sum + (row.path === path ? row.hits : 0), 0)]),
      );
    };
    await expect.poll(counted).toEqual({ '/lost': 3, [`/x${'y'.repeat(298)}`]: 1, '/old.html': 1 });
  });

  it('are listed for staff with a form for each, until they lead somewhere', async () => {
    await sql(`insert into missing_paths (path, hits) values ('/lost & 100%', 2), ('/lost', 30), ('/older', 1);
      insert into missing_paths (path, hits, day) values ('/lost', 4, current_date - 89), ('/past', 9, current_date - 90)`);
    await put('/older', '/about');
    const page = await parsePage(editor.get(admin.missingPaths));
    const rows = textsIn(page, 'ul[aria-label="Addresses not found"] > li');
    expect(rows).toEqual(['/lost34 timesRedirect /lost', '/lost & 100%2 timesRedirect /lost & 100%']);
    const [, href] = linksIn(page).find(([name]) => name === 'Redirect /lost & 100%')!;
    const from = (await parsePage(editor.get(href!))).querySelector('[name=from]')!.getAttribute('value')!;
    expect([from, (await put(from, '/about')).status]).toEqual(['/lost & 100%25', 303]);
    const again = await parsePage(editor.get(admin.editRedirect(await idOf('/lost & 100%'))));
    expect(again.querySelector('[name=from]')!.getAttribute('value')).toBe(from);
  });

  it('are never more than 1,000, of which the most missed stay', async () => {
    const app = await openTestApp(connection);
    const em = () => forkEntityManager(app);
    findMissed(app).set('/lost', 5);
    await writeMissingPaths(em());
    for (const round of [1, 2]) {
      for (let n = 0; n < 1000; n++) findMissed(app).set(`/flood/${round}/${n}`, round);
      await writeMissingPaths(em());
    }
    expect(findMissed(app).size).toBe(0);
    const stored = await sql.row('select count(distinct path)::int as paths, min(hits) as least from missing_paths');
    expect(stored).toEqual({ paths: 1000, least: 1 + 1 });
    expect((await listMissing(em()))[0]).toEqual({ path: '/lost', hits: 5 });
    await sql('update missing_paths set day = current_date - 90');
    findMissed(app).set('/late', 1);
    await writeMissingPaths(em());
    expect(await listMissing(em())).toEqual([{ path: '/late', hits: 1 }]);
    expect(await sql('select path from missing_paths')).toHaveLength(1);
  });

  it('a flood of new ones takes no more memory than 1,000 until they are written', async () => {
    const app = await openTestApp(connection);
    for (let n = 0; n < 2000; n++) countMissed(app, { method: 'GET', url: `/flood/${n % 1500}` } as IncomingMessage);
    expect(findMissed(app).size).toBe(1000);
  });
});
