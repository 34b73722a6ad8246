import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { CENTRE, focalPoints, listFiles, measurePicture, type GivenPicture } from '#app/content/pictures/picture.ts';
import { ALT_IS_FILE, NO_ALT, pictureSchema, UNREADABLE_HEIC } from '#app/content/pictures/picture.schema.ts';
import { pictureFiles } from '#app/content/pictures/pictures.server.ts';
import { paths } from '#app/paths.ts';
import { s3Store } from '#app/storage/s3-store.server.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { forkEntityManager } from '#db/orm.ts';
import type { StoredPicture } from '#db/entities/content.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { add, makeRows } from '../support/content.ts';
import { fileOf, documentForm, formOf } from '../support/documents.ts';
import { forFile } from '../support/for-test.ts';
import { linksIn, parsePage, textsIn } from '../support/parse-page.ts';
import { twoColours } from '../support/photos.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { keysOf } from '../support/stores.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { findHtmlErrors } from '../support/valid-html.ts';
import { send as sendForm, undoLast, visitAs } from '../support/visitor.ts';

const { settings } = forFile(await startS3Server()); // on a disk: pictures.test.ts
const { site, sql, app } = await testSiteAndApp(s3Env(settings));
const store = s3Store(settings);
const editor = await visitAs(site, sql, 'editor');
const { admin } = paths;
const SLUG = 'tandem-lift';

let id: number;
beforeEach(async () => {
  await sql('truncate projects, revisions, trash cascade');
  [id] = (await add(sql, 'projects', [{ slug: SLUG }])) as [number];
});
const stored = () =>
  sql.row<{ pictures: StoredPicture[]; version: number }>('select pictures, version from projects where id = $1', [id]);
const given = async (): Promise<GivenPicture[]> => (await stored()).pictures.map((each) => measurePicture(each)!);
const alts = async () => (await stored()).pictures.map(({ alt }) => alt);

/** Sends the form of a picture with the stored version unless `fields` has another. */
async function send(fields: Record<string, string>, bytes?: Uint8Array) {
  const { version } = await stored();
  const file = bytes ? fileOf(bytes, 'me.jpg', 'image/jpeg') : new File([], '');
  return editor.post(admin.project(id), formOf({ version: String(version), ...fields, file }));
}
const large = () => twoColours({ width: 1000, height: 600 }).jpeg().toBuffer();
const small = () => twoColours({ width: 60, height: 40 }).jpeg().toBuffer();
const bytesOf = async (file: string) => Buffer.from(await (await editor.get(paths.picture(file))).arrayBuffer());

describe('a project with its pictures', () => {
  it('shows them to visitors in their order, each in the formats and widths that the page needs, and links to large ones', async () => {
    expect((await send({ alt: 'The column  upright' }, await large())).status).toBe(303);
    expect((await send({ decorative: 'on', alt: 'ignored' }, await small())).status).toBe(303);
    const [first, second] = await given();
    expect([first, second]).toMatchObject([
      { alt: 'The column upright', width: 1000, height: 600, focus: CENTRE },
      { alt: '', width: 60, height: 40 },
    ]);
    const names = [480, 720, 960, 1000].flatMap((width) => [`-${width}.avif`, `-${width}.webp`]);
    const made = listFiles(first!).map((file) => file.slice(first!.key.length));
    expect(made.toSorted()).toEqual([...names, '-960.jpg'].toSorted());
    for (const file of [first!, second!].flatMap(listFiles)) {
      const { format, width } = await sharp(await bytesOf(file)).metadata();
      const [, asked, ending] = /-(\d+)\.(\w+)$/.exec(file)!;
      expect([width, format]).toEqual([Number(asked), { avif: 'heif', webp: 'webp', jpg: 'jpeg' }[ending!]]);
    }
    const visitor = await visitAs(site, sql);
    await expect.poll(async () => (await visitor.get(paths.project(SLUG))).text()).toContain(second!.key);
    const html = await (await visitor.get(paths.project(SLUG))).text();
    expect(await findHtmlErrors(html)).toEqual([]);
    const page = await parsePage(new Response(html));
    const images = [...page.querySelectorAll('main img')];
    expect(images.map((image) => [image.getAttribute('alt'), image.getAttribute('loading')])).toEqual([
      ['The column upright', 'eager'],
      ['', 'lazy'],
    ]);
    const preload = page.querySelector('head link[rel=preload][as=image]');
    const source = page.querySelector('main source');
    for (const name of ['srcset', 'sizes'])
      expect(preload?.getAttribute(`image${name}`)).toBe(source!.getAttribute(name));
    const links = linksIn(page, 'picture-viewer');
    expect(links.map(([name, to]) => [name, to!.split('-').at(-1)])).toEqual([
      ['Open large:', '1000.webp'],
      ['Open picture 2 large', '60.webp'],
    ]);
    for (const [, to] of links) expect((await visitor.get(to!)).status).toBe(200);
    const list = await parsePage(visitor.get(paths.portfolio));
    const inList = [...list.querySelectorAll('main img')].map((image) => image.getAttribute('alt'));
    expect(inList).toEqual(['The column upright']);
  });

  it('keeps their files as long as it, its history or the trash may show them', async () => {
    await send({ alt: 'One' }, await small());
    const [one] = await given();
    const later = Date.now() + 7_200_000;
    const sweep = () => sweepOrphans(forkEntityManager(app), store, [pictureFiles], later);
    await sendForm(editor.ask, admin.project(id), { picture: one!.key, intent: 'remove', version: '2' });
    await sweep();
    expect(await keysOf(store)).toEqual(expect.arrayContaining(listFiles(one!)));
    expect(await undoLast(editor, sql)).toBe(303);
    await sendForm(editor.ask, admin.deleteProject(id), {});
    await sweep();
    expect(await keysOf(store)).toEqual(expect.arrayContaining(listFiles(one!)));
    await sql('truncate revisions, trash');
    await sweep();
    expect((await keysOf(store)).filter((key) => key.startsWith(one!.key))).toEqual([]);
  });
});

describe('the pictures of a project', () => {
  const form = (fields: Record<string, string>) => sendForm(editor.ask, admin.project(id), fields);

  it('are moved, reworded and removed, each time as a state of the project that can be undone and is told in its history', async () => {
    for (const alt of ['First', 'Second', 'Third']) await send({ alt }, await small());
    const key = async (at: number) => (await given())[at]!.key;
    await form({ picture: await key(2), intent: 'earlier', version: '4' });
    expect(await alts()).toEqual(['First', 'Third', 'Second']);
    await form({ picture: await key(0), intent: 'later', version: '5' });
    expect(await alts()).toEqual(['Third', 'First', 'Second']);
    expect((await form({ picture: await key(0), intent: 'earlier', version: '6' })).status).toBe(303); // it is already the first
    const shared = () => sql.value<string>('select seo_picture as key from projects');
    expect(await shared()).toBe('');
    await sql('update projects set seo_picture = $1', [await key(1)]);
    const refused = await parsePage(form({ picture: await key(0), intent: 'later', version: '1' }));
    expect(textsIn(refused, '[role=alert] strong')).toEqual(['Changed by someone else']);
    expect(refused.querySelector('[enctype] [name=picture]')!.getAttribute('value')).toBe(''); // Add still adds
    await send({ picture: await key(1), alt: 'Reworded', focus: '0% 100%' }, await small());
    expect((await given())[1]).toMatchObject({ alt: 'Reworded', focus: '0% 100%' });
    expect(await shared()).toBe(await key(1)); // the choice follows the replacement
    await form({ picture: await key(1), intent: 'remove', version: '7' });
    expect([await shared(), await alts()]).toEqual(['', ['Third', 'Second']]);
    const last = await sql.value<number>('select max(id) as last from revisions');
    const headers = { Referer: site.url + admin.project(id) };
    const body = new URLSearchParams({ revision: String(last) });
    const undone = await editor.ask(admin.undo, { method: 'POST', body, headers });
    expect(undone.headers.get('location')).toBe(admin.project(id)); // the page they came from
    expect(await alts()).toEqual(['Third', 'Reworded', 'Second']);
    await expectPage(editor.get(admin.history('projects', id)), 200, 'focal point: bottom left');
    expect((await form({ picture: 'picture-of-nothing', intent: 'later', version: '9' })).status).toBe(404);
  });

  it('have a focal point by nine buttons, each of which saves', async () => {
    await send({ alt: 'A crane' }, await small());
    const [{ key }] = (await given()) as [GivenPicture];
    const buttons = [...(await parsePage(editor.get(admin.project(id, key)))).querySelectorAll('button[name=point]')];
    const points = buttons.map((button) => [button.getAttribute('value'), button.textContent]);
    expect(points).toEqual(Object.entries(focalPoints));
    await expectLed(send({ alt: 'A crane', picture: key, focus: CENTRE, point: '100% 0%' }), admin.project(id, key));
    expect((await given())[0]!.focus).toBe('100% 0%');
    expect(await (await editor.get(paths.project(SLUG))).text()).toContain('object-position:100% 0%');
    const again = await parsePage(editor.get(admin.project(id, key)));
    expect(textsIn(again, 'button[name=point][aria-pressed=true]')).toEqual(['Top right']);
  });

  it('are at most twelve, and not overwritten unseen; what was typed is kept', async () => {
    await send({ alt: 'A crane' }, await small());
    await expectPage(send({ alt: 'Mine', version: '1' }, await small()), 409, 'value="Mine"', 'A crane (picture of');
    expect((await send({ alt: 'A crane', version: '1' }, await small())).status).toBe(303); // the same form again
    expect(await alts()).toEqual(['A crane']);
    const [picture] = await given();
    const twelve = makeRows(12, (n) => ({ ...picture, alt: `No ${n}` }));
    await sql('update projects set pictures = $2 where id = $1', [id, JSON.stringify(twelve)]);
    await expectPage(send({ alt: 'One more' }, await small()), 400, 'at most 12 pictures');
    expect((await send({ alt: 'A crane', version: '1', picture: picture!.key })).status).toBe(409);
    id = 999;
    expect((await form({ picture: '', intent: 'remove', version: '1' })).status).toBe(404);
  });

  const judgeWords = (alt: string, of: object = { file: new File(['x'], 'me.jpg') }) =>
    pictureSchema.safeParse({ alt, ...of }).error?.issues.map(({ message }) => message);
  const fileNames = [
    ...['IMG_1234', 'dsc00012.JPG', '20260501_101112', 'crane.webp', 'Me'],
    ...['Screenshot 2026-05-01', 'WhatsApp Image 2026-05-01 at 10.00'],
  ];
  it('need a description that is no file name, and may contain numbers', () => {
    for (const alt of [' ', '\u200b\ufeff']) expect(judgeWords(alt, { picture: 'a stored one' })).toEqual([NO_ALT]);
    expect(judgeWords('x'.repeat(301))!.join()).toContain('at most 300 characters');
    for (const alt of fileNames) expect([alt, judgeWords(alt)]).toEqual([alt, [ALT_IS_FILE]]);
    expect(judgeWords('The LTM 1350 on 12 m of mats')).toBeUndefined();
  });
});

describe('a file that is no picture for us', () => {
  const HEIC = '\0\0\0\u0018ftypheic\0\0\0\0mif1heic nothing';
  it.each([
    ['a HEIC without a reader', HEIC, UNREADABLE_HEIC],
    ['HTML that begins as a JPEG', '\u00ff\u00d8\u00ff<script>hit()</script>', 'cannot be read'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'not a JPEG, PNG, WebP or HEIC picture'],
    ['a PDF', '%PDF-1.7', 'not a JPEG, PNG, WebP or HEIC picture'],
  ])('%s, is refused with a sentence, and nothing of it is kept', async (_kind, content, words) => {
    const before = await keysOf(store);
    await expectPage(send({ alt: 'Typed words' }, Buffer.from(content, 'latin1')), 400, words, 'value="Typed words"');
    expect(await keysOf(store)).toEqual(before);
    expect(await alts()).toEqual([]);
  });

  it('is too large from 10 MB on', async () => {
    const bytes = Buffer.concat([await small(), Buffer.alloc(10 * 1024 * 1024)]);
    await expectPage(send({ alt: 'Typed words' }, bytes), 413, 'larger than 10 MB');
    const huge = await send({ alt: 'Typed words' }, Buffer.concat([bytes, Buffer.alloc(2 * 1024 * 1024)]));
    expect(huge.status).toBe(413);
  });
});

it('a slide of the home page is the fixed picture until staff put another in its place, which comes first and is loaded at once', async () => {
  const visitor = await visitAs(site, sql);
  const slides = async () => {
    const page = await parsePage(visitor.get(paths.home));
    const all = (selector: string, attribute: string) =>
      [...page.querySelectorAll(selector)].map((each) => each.getAttribute(attribute)!);
    return {
      files: all('[aria-roledescription=slide] img', 'src'),
      preloads: all('head link[rel=preload][as=image]', 'imagesrcset'),
      labels: textsIn(page, '[aria-roledescription=slide] p'),
    };
  };
  const fixed = await slides();
  expect(fixed.files).toHaveLength(5);
  expect([fixed.preloads.length, fixed.labels.length]).toEqual([2, 5]);
  const file = fileOf(await large(), 'a.jpg', 'image/jpeg');
  const body = documentForm({ alt: 'Our crane on the quay', version: '1', point: '100% 50%', file });
  const address = admin.pages('home', 'hero_slide_1');
  expect((await editor.ask(address, { method: 'POST', body })).status).toBe(303);
  const value = await sql.value<string>(
    `select content_value as value from page_content where section_key = 'hero_slide_1'`,
  );
  const [alt, key, focus] = value.split('\n');
  expect([alt, focus]).toEqual(['Our crane on the quay', '100% 50%']);
  const replaced = await slides();
  expect(replaced.files).toEqual([paths.picture(`${key}-960.jpg`), ...fixed.files.slice(1)]);
  expect(replaced.preloads).toEqual([expect.stringContaining(`${key}-720.avif 720w`)]);
  expect(replaced.labels).toEqual(fixed.labels.slice(1));
  expect(await findHtmlErrors(await (await visitor.get(paths.home)).text())).toEqual([]);
  body.set('intent', 'remove');
  body.set('version', '2');
  expect((await editor.ask(address, { method: 'POST', body })).status).toBe(303);
  expect(await slides()).toEqual(fixed);
  expect(await (await editor.get(admin.pages('home'))).text()).toContain('The picture delivered with the site');
});
