import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { forkEntityManager } from '#db/orm.ts';
import { paths } from '#app/paths.ts';
import { CENTRE, findPicture, joinPicture, listFiles } from '#app/content/pictures/picture.ts';
import { CHOOSE_AGAIN } from '#app/content/pictures/picture.schema.ts';
import { pictureFiles } from '#app/content/pictures/pictures.server.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { fileOf, formOf } from '../support/documents.ts';
import { twoColours } from '../support/photos.ts';
import { keysOf } from '../support/stores.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { findHtmlErrors } from '../support/valid-html.ts';
import { asker, send as sendForm, visitAs } from '../support/visitor.ts';

const { site, sql, app } = await testSiteAndApp();
const store = diskStore(path.join(site.dataDir, 'documents'));
const editor = await visitAs(site, sql, 'editor');
const EDITOR = paths.admin.pages('about', 'director_portrait');
/** A picture rotated by its metadata, as phones send it. */
const photo = () => twoColours({ width: 1500, height: 1000 }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
const small = () => twoColours({ width: 60, height: 40 }).jpeg().toBuffer();
const stored = () =>
  sql.row<{ value: string; version: number }>(
    `select content_value as value, version from page_content where section_key = 'director_portrait'`,
  );
const aboutPage = async () => (await asker(site, '')(paths.about)).text();

/** Sends the form of a picture with the stored version unless `fields` has another. */
async function send(fields: Record<string, string>, bytes?: Uint8Array, address = EDITOR) {
  const { version } = await stored();
  const file = bytes ? fileOf(bytes, 'me.jpg', 'image/jpeg') : new File([], '');
  return editor.post(address, formOf({ version: String(version), ...fields, file }));
}
const pictureKeys = async () => (await keysOf(store)).filter((key) => key.startsWith('picture-'));
const unsavedPicture = async () =>
  findPicture(await sql.value<string>('select content_value as value from unsaved_texts'))!;
beforeEach(async () => {
  await sql(`update page_content set content_value = '', version = 1 where section_key = 'director_portrait'`);
  await expect.poll(aboutPage).toContain('director-placeholder.svg');
});

describe('a picture', () => {
  it('is swept once no text, preview or history contains it', async () => {
    const sweep = (now?: number) => sweepOrphans(forkEntityManager(app), store, [pictureFiles], now);
    await send({ alt: 'One' }, await small());
    const gone = findPicture((await stored()).value)!;
    await send({ alt: 'Two' }, await small());
    const kept = findPicture((await stored()).value)!;
    for (const file of listFiles(kept)) expect((await editor.get(paths.picture(file))).status).toBe(200);
    await send({ alt: 'Three', intent: 'preview' }, await small());
    const lookedAt = await unsavedPicture();
    const later = Date.now() + 7_200_000;
    await sweep(later);
    expect(await pictureKeys()).toEqual(expect.arrayContaining(listFiles(gone))); // undo would restore it
    await sql(`delete from revisions where noun = 'pages'`);
    await sweep();
    expect(await pictureKeys()).toEqual(expect.arrayContaining(listFiles(gone))); // somebody may still be reading the page
    await sweep(later);
    expect(await pictureKeys()).toEqual([...listFiles(kept), ...listFiles(lookedAt)].sort());
    // A browser may remember a picture for longer than it exists.
    await sql('delete from unsaved_texts'); // as at the end of the session
    await sweep(later);
    await expectPage(send({ alt: 'Three', picture: lookedAt.key }), 400, CHOOSE_AGAIN);
    expect(findPicture((await stored()).value)).toEqual(kept);
  });

  it('is made upright, in three formats and the site’s widths, and tells nothing but what it shows', async () => {
    await expectLed(send({ alt: 'The director  on a quay' }, await photo()), paths.admin.pages('about'));
    const picture = findPicture((await stored()).value)!;
    expect(picture).toMatchObject({ alt: 'The director on a quay', width: 960, height: 1440 });
    expect((await pictureKeys()).filter((key) => key.startsWith(picture.key))).toEqual(listFiles(picture).sort());
    for (const file of listFiles(picture)) {
      const answer = await asker(site, '')(paths.picture(file));
      const { headers } = answer;
      expect(answer.status).toBe(200);
      const kind = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }[/\w+$/.exec(file)![0]];
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-type': kind,
      });
    }
    const html = await aboutPage();
    expect(html).toContain('alt="The director on a quay"');
    expect(html).toContain(`${paths.picture(`${picture.key}-720.avif`)} 720w`);
    expect(html).not.toContain('director-placeholder.svg');
    for (const page of [html, await (await editor.ask(EDITOR)).text()]) expect(await findHtmlErrors(page)).toEqual([]);
  });

  it('keeps its place when only its words change, goes when it is removed, and is not overwritten unseen', async () => {
    const photo = await small();
    await send({ alt: 'First words' }, photo);
    const { key } = findPicture((await stored()).value)!;
    const twice = await send({ alt: 'First words', version: '1' }, photo);
    expect([twice.status, findPicture((await stored()).value)!.key]).toEqual([303, key]);
    expect((await send({ alt: 'Second words', picture: key })).status).toBe(303);
    expect((await stored()).value).toBe(joinPicture({ alt: 'Second words', key, focus: CENTRE }));
    await expectPage(send({ alt: 'Mine', version: '1' }, await small()), 409, 'alt="Second words"');
    expect((await send({ alt: '', picture: key, intent: 'remove' })).status).toBe(303);
    expect((await stored()).value).toBe('');
    expect(await aboutPage()).toContain('director-placeholder.svg');
  });

  it('is refused as that of a project is, and what was typed is kept', async () => {
    const half = (await small()).subarray(0, 100);
    await expectPage(send({ alt: 'Typed words' }, half), 400, 'This picture cannot be read', 'value="Typed words"');
    expect((await stored()).value).toBe('');
  });

  it('is refused for a text of another type', async () => {
    const heading = paths.admin.pages('about', 'heading');
    expect((await send({ alt: 'Mine' }, await small(), heading)).status).toBe(400);
  });

  const noNames = ['x.jpg', 'picture-abc.jpg', '../secret', 'picture-mfz8d3k2-0123456789abcdef-960x1200-480.jpg'];
  it.each([...noNames, 'a.pdf'])('of the name %s is not there', async (name) => {
    const answer = await asker(site, '')(`/photos/${encodeURIComponent(name)}`);
    expect(answer.status).toBe(name.includes('/') ? 400 : 404);
    expect(answer.headers.get('cache-control')).toMatch(/^no-(store|cache)$/);
  });

  it('is on the page as soon as staff give it, with the name and letters of the director', async () => {
    expect(await aboutPage()).not.toContain('Ann Persad');
    const put = (key: string, contentValue: string) =>
      sendForm(editor.ask, paths.admin.pages('about', key), { contentValue, version: '1' });
    await put('director_name', 'Ann Persad');
    await put('director_letters', 'CEng, MIMechE');
    expect((await aboutPage()).replace(/<[^>]+>/g, '')).toContain('Ann Persad, CEng, MIMechE');
    await sql(`update page_content set content_value = '' where section_key in ('director_name', 'director_letters')`);
  });
});
