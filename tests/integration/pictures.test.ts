import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forkEntityManager } from '#db/orm.ts';
import { paths } from '#app/paths.ts';
import { CENTRE, findPicture, joinPicture, listFiles } from '#app/content/pictures/picture.ts';
import { CHOOSE_AGAIN } from '#app/content/pictures/picture.schema.ts';
import { pictureFiles } from '#app/content/pictures/pictures.server.ts';
import type { DocumentStore } from '#app/storage/document-store.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import type { RunningApp } from '../support/app.ts';
import { keysOf, testStores } from '../support/stores.ts';
import { brokenRules } from '../support/valid-html.ts';
import { asker, send as sendForm, visitAs, type Visitor } from '../support/visitor.ts';

const { sql, app, places } = await testStores();
const EDITOR = paths.admin.pages('about', 'director_portrait');
/** A picture of noise, so that it has bytes, on its side as phones send them, with what a camera says of its place. */
const photo = (width = 1500, height = 1000) =>
  sharp({
    create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 120, sigma: 4 } },
  })
    .withExif({ IFD0: { Artist: 'Canary Artist' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 });
const stored = async () =>
  (
    await sql<{ value: string; version: number }>(
      `select content_value as value, version from page_content where section_key = 'director_portrait'`,
    )
  )[0]!;
const aboutPage = async (site: RunningApp) => (await asker(site, '')(paths.about)).text();

/** Sends the form of a picture, on the state that is stored unless it says another. */
async function send(by: Visitor, fields: Record<string, string>, bytes?: Uint8Array, address = EDITOR) {
  const body = new FormData();
  const { version } = await stored();
  for (const [name, value] of Object.entries({ version: String(version), ...fields })) body.set(name, value);
  body.set('file', bytes ? new File([new Uint8Array(bytes)], 'me.jpg', { type: 'image/jpeg' }) : new File([], ''));
  return by.ask(address, { method: 'POST', body });
}
const keysIn = async (store: DocumentStore) => (await keysOf(store)).filter((key) => key.startsWith('picture-'));
const unsavedPicture = async () =>
  findPicture((await sql<{ value: string }>('select content_value as value from unsaved_texts'))[0]!.value)!;
const photoOf = (width: number, height: number) => photo(width, height).jpeg().toBuffer();
beforeEach(async () => {
  await sql(`update page_content set content_value = '', version = 1 where section_key = 'director_portrait'`);
  for (const { site } of places) await expect.poll(() => aboutPage(site)).toContain('director-placeholder.svg');
});

describe.each(places)('pictures kept on $kind', async ({ site, store }) => {
  const editor = await visitAs(site, sql, 'editor');

  it('are swept once no text has them, saved or looked at, and none had them in its history', async () => {
    const sweep = (now?: number) => sweepOrphans(forkEntityManager(app), store, [pictureFiles], now);
    await send(editor, { alt: 'One' }, await photoOf(300, 200));
    const gone = findPicture((await stored()).value)!;
    await send(editor, { alt: 'Two' }, await photoOf(200, 300));
    const kept = findPicture((await stored()).value)!;
    for (const file of listFiles(kept)) expect((await editor.get(paths.picture(file))).status).toBe(200);
    await send(editor, { alt: 'Three', intent: 'preview' }, await photoOf(250, 250));
    const lookedAt = await unsavedPicture();
    const later = Date.now() + 7_200_000;
    await sweep(later);
    expect(await keysIn(store)).toEqual(expect.arrayContaining(listFiles(gone))); // 'Undo' brings it back
    await sql(`delete from revisions where noun = 'pages'`);
    await sweep();
    expect(await keysIn(store)).toEqual(expect.arrayContaining(listFiles(gone))); // perhaps somebody still reads the page
    await sweep(later);
    expect(await keysIn(store)).toEqual([...listFiles(kept), ...listFiles(lookedAt)].sort());
    // A device may remember one for longer than it is kept.
    await sql('delete from unsaved_texts'); // as the end of the session does
    await sweep(later);
    const refused = await send(editor, { alt: 'Three', picture: lookedAt.key });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(CHOOSE_AGAIN)]);
    expect(findPicture((await stored()).value)).toEqual(kept);
  });
});

describe('a picture', () => {
  const [{ site, store }] = places as [(typeof places)[0]];
  let editor: Visitor;
  beforeAll(async () => void (editor = await visitAs(site, sql, 'editor')));

  it('is made upright, in three formats and the site’s widths, and tells nothing but what it shows', async () => {
    const sent = await send(editor, { alt: 'The director  on a quay' }, await photoOf(1500, 1000));
    expect([sent.status, sent.headers.get('location')]).toEqual([303, paths.admin.pages('about')]);
    const picture = findPicture((await stored()).value)!;
    expect(picture).toMatchObject({ alt: 'The director on a quay', width: 960, height: 1440 });
    expect((await keysIn(store)).filter((key) => key.startsWith(picture.key))).toEqual(listFiles(picture).sort());
    for (const file of listFiles(picture)) {
      const answer = await asker(site, '')(paths.picture(file));
      const { headers } = answer;
      expect(answer.status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const [, ending] = /\.(\w+)$/.exec(file)!;
      expect(headers.get('content-type')).toBe({ avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }[ending!]);
    }
    const html = await aboutPage(site);
    expect(html).toContain('alt="The director on a quay"');
    expect(html).toContain(`${paths.picture(`${picture.key}-720.avif`)} 720w`);
    expect(html).not.toContain('director-placeholder.svg');
    for (const page of [html, await (await editor.ask(EDITOR)).text()]) expect(await brokenRules(page)).toEqual([]);
  });

  it('keeps its place when only its words change, goes when it is removed, and is not overwritten unseen', async () => {
    const photo = await photoOf(300, 200);
    await send(editor, { alt: 'First words' }, photo);
    const { key } = findPicture((await stored()).value)!;
    const twice = await send(editor, { alt: 'First words', version: '1' }, photo);
    expect([twice.status, findPicture((await stored()).value)!.key]).toEqual([303, key]);
    expect((await send(editor, { alt: 'Second words', picture: key })).status).toBe(303);
    expect((await stored()).value).toBe(joinPicture({ alt: 'Second words', key, focus: CENTRE }));
    const outdated = await send(editor, { alt: 'Mine', version: '1' }, await photoOf(300, 200));
    expect([outdated.status, await outdated.text()]).toEqual([409, expect.stringContaining('alt="Second words"')]);
    expect((await send(editor, { alt: '', picture: key, intent: 'remove' })).status).toBe(303);
    expect((await stored()).value).toBe('');
    expect(await aboutPage(site)).toContain('director-placeholder.svg');
  });

  it('is refused as that of a project is, and what was typed is kept', async () => {
    const jpeg = await photoOf(300, 200);
    const refused: [number, string, Uint8Array?, alt?: string][] = [
      [400, 'Please choose a picture'],
      [400, 'This picture cannot be read', jpeg.subarray(0, 100)],
      [400, 'Please say what the picture shows', jpeg, ' '],
      [413, 'This picture is larger than 10 MB', Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)])],
    ];
    for (const [status, words, bytes, alt = 'Typed words'] of refused) {
      const answer = await send(editor, { alt }, bytes);
      const html = await answer.text();
      expect([words, answer.status, html.includes(words)]).toEqual([words, status, true]);
      if (alt.trim()) expect(html).toContain(`value="${alt}"`);
    }
    expect((await stored()).value).toBe('');
  });

  it('cannot be given to a text that is none', async () => {
    const heading = paths.admin.pages('about', 'heading');
    expect((await send(editor, { alt: 'Mine' }, await photoOf(30, 20), heading)).status).toBe(400);
  });

  it.each(['x.jpg', 'picture-abc.jpg', '../secret', 'picture-mfz8d3k2-0123456789abcdef-960x1200-480.jpg', 'a.pdf'])(
    'of the name %s is not there',
    async (name) => {
      const answer = await asker(site, '')(`/photos/${encodeURIComponent(name)}`);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([
        name.includes('/') ? 400 : 404,
        expect.stringMatching(/^no-(store|cache)$/),
      ]);
    },
  );

  it('and the name and letters of the director are on the page as soon as staff give them', async () => {
    expect(await aboutPage(site)).not.toContain('Ann Persad');
    const put = (key: string, contentValue: string) =>
      sendForm(editor.ask, paths.admin.pages('about', key), { contentValue, version: '1' });
    await put('director_name', 'Ann Persad');
    await put('director_letters', 'CEng, MIMechE');
    expect((await aboutPage(site)).replace(/<[^>]+>/g, '')).toContain('Ann Persad, CEng, MIMechE');
    await sql(`update page_content set content_value = '' where section_key in ('director_name', 'director_letters')`);
  });
});
