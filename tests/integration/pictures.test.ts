import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forkEntityManager } from '#db/orm.ts';
import { paths } from '#app/paths.ts';
import { CHOOSE_AGAIN, listFiles, findPicture, joinPicture } from '#app/content/pictures/picture.ts';
import { pictureFiles } from '#app/content/pictures/pictures.server.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import type { DocumentStore } from '#app/storage/document-store.ts';
import { s3Store } from '#app/storage/s3-store.server.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { testDatabase } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';
import { startApp, type RunningApp } from '../support/app.ts';
import { startS3Server } from '../support/s3-server.ts';
import { brokenRules } from '../support/valid-html.ts';
import { asker, visitAs, type Visitor } from '../support/visitor.ts';

const { url: DATABASE_URL, sql, connection } = await testDatabase();
const app = await openTestApp(connection);
const s3 = await startS3Server();
afterAll(async () => {
  await s3.stop();
});

const EDITOR = paths.admin.pages('about', 'director_portrait');
/** A picture of noise, so that it has bytes, on its side as phones send them, with what a camera says of its place. */
const photo = (width = 1500, height = 1000) =>
  sharp({
    create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 120, sigma: 30 } },
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

describe.each([{ kind: 'disk' }, { kind: 's3' }])('pictures kept on $kind', ({ kind }) => {
  let site: RunningApp;
  let store: DocumentStore;
  let editor: Visitor;
  beforeAll(async () => {
    const { settings } = s3;
    const { accessKeyId, secretAccessKey } = settings.credentials!;
    const onS3 = {
      S3_BUCKET: settings.bucket,
      S3_ENDPOINT: settings.endpoint!,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    };
    site = await startApp({ DATABASE_URL, ...(kind === 's3' ? onS3 : {}) });
    store = kind === 's3' ? s3Store(settings) : diskStore(path.join(site.dataDir, 'documents'));
    editor = await visitAs(site, sql, 'editor');
  });
  afterAll(() => site?.stop());
  beforeEach(async () => {
    await sql(`update page_content set content_value = '', version = 1 where section_key = 'director_portrait'`);
    await expect.poll(() => aboutPage(site)).toContain('director-placeholder.svg');
  });

  async function send(fields: Record<string, string>, bytes?: Uint8Array, type = 'image/jpeg', by = editor) {
    const body = new FormData();
    const { version } = await stored();
    for (const [name, value] of Object.entries({ version: String(version), ...fields })) body.set(name, value);
    body.set('file', bytes ? new File([new Uint8Array(bytes)], 'me.jpg', { type }) : new File([], ''));
    return by.ask(EDITOR, { method: 'POST', body });
  }
  const keys = async () =>
    (await Array.fromAsync(store.list())).map(({ key }) => key).filter((key) => key.startsWith('picture-'));

  it('are made upright, in three formats and the site’s widths, and tell nothing but what they show', async () => {
    const sent = await send({ alt: 'The director  on a quay' }, await photo().jpeg().toBuffer());
    expect([sent.status, sent.headers.get('location')]).toEqual([303, paths.admin.pages('about')]);
    const picture = findPicture((await stored()).value)!;
    expect(picture).toMatchObject({ alt: 'The director on a quay', width: 960, height: 1440 });
    expect((await keys()).filter((key) => key.startsWith(picture.key)).sort()).toEqual(listFiles(picture).sort());
    for (const file of listFiles(picture)) {
      const answer = await asker(site, '')(paths.picture(file));
      const { headers } = answer;
      expect(answer.status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const { format, width, orientation, exif } = await sharp(bytes).metadata();
      const [, asked, ending] = /-(\d+)\.(\w+)$/.exec(file)!;
      expect([width, format]).toEqual([Number(asked), { avif: 'heif', webp: 'webp', jpg: 'jpeg' }[ending!]]);
      expect([orientation, exif]).toEqual([undefined, undefined]);
      expect(headers.get('content-type')).toBe({ avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }[ending!]);
      expect(bytes.includes('Canary')).toBe(false);
    }
    const html = await aboutPage(site);
    expect(html).toContain('alt="The director on a quay"');
    expect(html).toContain(`${paths.picture(`${picture.key}-720.avif`)} 720w`);
    expect(html).not.toContain('director-placeholder.svg');
    for (const page of [html, await (await editor.ask(EDITOR)).text()]) expect(await brokenRules(page)).toEqual([]);
  });

  it('may be PNG or WebP, also with what is transparent, and are never made larger', async () => {
    for (const bytes of [
      await sharp({ create: { width: 300, height: 400, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
      await photo(300, 400).webp().toBuffer(),
    ]) {
      expect((await send({ alt: 'Small' }, bytes)).status).toBe(303);
      const picture = findPicture((await stored()).value)!;
      expect(picture.width).toBeLessThanOrEqual(400);
      expect(listFiles(picture)).toHaveLength(3);
    }
  });

  it('keep their place when only their words change, and go when they are removed', async () => {
    await send({ alt: 'First words' }, await photo(600, 400).jpeg().toBuffer());
    const { key } = findPicture((await stored()).value)!;
    expect((await send({ alt: 'Second words', picture: key })).status).toBe(303);
    expect((await stored()).value).toBe(joinPicture('Second words', key));
    expect((await send({ alt: '', picture: key, intent: 'remove' })).status).toBe(303);
    expect((await stored()).value).toBe('');
    expect(await aboutPage(site)).toContain('director-placeholder.svg');
  });

  it('are swept once no text has them, saved or looked at, and none had them in its history', async () => {
    await send({ alt: 'One' }, await photo(600, 400).jpeg().toBuffer());
    const gone = findPicture((await stored()).value)!;
    await send({ alt: 'Two' }, await photo(400, 600).jpeg().toBuffer());
    const kept = findPicture((await stored()).value)!;
    await send({ alt: 'Three', intent: 'preview' }, await photo(300, 300).jpeg().toBuffer());
    const [unsaved] = await sql<{ value: string }>('select content_value as value from unsaved_texts');
    const lookedAt = findPicture(unsaved!.value)!;
    const later = Date.now() + 7_200_000;
    await sweepOrphans(forkEntityManager(app), store, [pictureFiles], later);
    expect(await keys()).toEqual(expect.arrayContaining(listFiles(gone))); // 'Undo' brings it back
    await sql(`delete from revisions where noun = 'pages'`);
    await sweepOrphans(forkEntityManager(app), store, [pictureFiles]);
    expect(await keys()).toEqual(expect.arrayContaining(listFiles(gone))); // perhaps somebody still reads the page
    await sweepOrphans(forkEntityManager(app), store, [pictureFiles], later);
    expect((await keys()).sort()).toEqual([...listFiles(kept), ...listFiles(lookedAt)].sort());
  });

  it('that a device remembers for longer than they are kept are asked for again', async () => {
    await send({ alt: 'Looked at', intent: 'preview' }, await photo(320, 240).jpeg().toBuffer());
    const [unsaved] = await sql<{ value: string }>(
      "select content_value as value from unsaved_texts where content_value like 'Looked at%'",
    );
    const { key } = findPicture(unsaved!.value)!;
    await sql('delete from unsaved_texts'); // as the end of the session does
    await sweepOrphans(forkEntityManager(app), store, [pictureFiles], Date.now() + 7_200_000);
    const refused = await send({ alt: 'Looked at', picture: key });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(CHOOSE_AGAIN)]);
    expect((await stored()).value).toBe('');
  });

  it('are refused if they are none, too large or too many pixels, and what was typed is kept', async () => {
    const bomb = await sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const jpeg = await photo(300, 200).jpeg().toBuffer();
    const none = 'This file is not a JPEG, PNG or WebP picture';
    const refused: [number, string, Uint8Array?][] = [
      [400, 'Please choose a picture'],
      [400, none, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>hit()</script></svg>')],
      [400, none, Buffer.from('GIF89a\u0001\u0000\u0001\u0000')],
      [400, none, Buffer.from('%PDF-1.7')],
      [400, 'This picture cannot be read', jpeg.subarray(0, 100)],
      [400, 'This picture cannot be read', Buffer.from('\u00ff\u00d8\u00ff nothing', 'latin1')],
      [400, 'This picture cannot be read', bomb],
      [413, 'This picture is larger than 10 MiB', Buffer.concat([jpeg, Buffer.alloc(10 * 1024 * 1024)])],
    ];
    const before = await keys();
    for (const [status, words, bytes] of refused) {
      const answer = await send({ alt: 'Typed words' }, bytes);
      const html = await answer.text();
      expect([words, answer.status, html.includes(words)]).toEqual([words, status, true]);
      expect(html).toContain('value="Typed words"');
    }
    const wordless = await send({ alt: ' ' }, jpeg);
    expect([wordless.status, await wordless.text()]).toEqual([
      400,
      expect.stringContaining('Please say what the picture shows'),
    ]);
    const huge = await send({ alt: 'Typed words' }, Buffer.concat([jpeg, Buffer.alloc(12 * 1024 * 1024)]));
    expect(huge.status).toBe(413);
    expect(await keys()).toEqual(before);
    expect((await stored()).value).toBe('');
  });

  it('of somebody else, saved since, are not overwritten unseen', async () => {
    const jpeg = await photo(300, 200).jpeg().toBuffer();
    await send({ alt: 'Theirs' }, jpeg);
    const answer = await send({ alt: 'Mine', version: '1' }, jpeg);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('alt="Theirs"');
  });
});

describe('a picture', () => {
  let site: RunningApp;
  beforeAll(async () => void (site = await startApp({ DATABASE_URL })));
  afterAll(() => site?.stop());

  it('is given by editors alone', async () => {
    const viewer = await visitAs(site, sql, 'viewer');
    const before = await stored();
    for (const ask of [viewer.ask, asker(site, '')]) {
      const body = new FormData();
      body.set('alt', 'Mine');
      body.set(
        'file',
        new File([new Uint8Array(await photo(30, 20).jpeg().toBuffer())], 'me.jpg', { type: 'image/jpeg' }),
      );
      expect((await ask(EDITOR, { method: 'POST', body })).status).toBeLessThan(400);
    }
    expect(await stored()).toEqual(before);
  });

  it('cannot be given to a text that is none', async () => {
    const editor = await visitAs(site, sql, 'editor');
    const body = new FormData();
    body.set('alt', 'Mine');
    body.set(
      'file',
      new File([new Uint8Array(await photo(30, 20).jpeg().toBuffer())], 'me.jpg', { type: 'image/jpeg' }),
    );
    expect((await editor.ask(paths.admin.pages('about', 'heading'), { method: 'POST', body })).status).toBe(400);
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
    const editor = await visitAs(site, sql, 'editor');
    expect(await aboutPage(site)).not.toContain('Ann Persad');
    const put = (key: string, contentValue: string) =>
      editor.ask(paths.admin.pages('about', key), {
        method: 'POST',
        body: new URLSearchParams({ contentValue, version: '1' }),
      });
    await put('director_name', 'Ann Persad');
    await put('director_letters', 'CEng, MIMechE');
    expect((await aboutPage(site)).replace(/<[^>]+>/g, '')).toContain('Ann Persad, CEng, MIMechE');
    await sql(`update page_content set content_value = '' where section_key in ('director_name', 'director_letters')`);
  });
});
