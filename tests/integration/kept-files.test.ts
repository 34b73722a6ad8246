import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { documentFiles } from '#app/content/documents/documents.server.ts';
import { enquiryFiles } from '#app/enquiries/files/sweep-enquiry-files.server.ts';
import { paths } from '#app/paths.ts';
import { pictureFiles } from '#app/content/pictures/pictures.server.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { forkEntityManager } from '#db/orm.ts';
import { commandFile } from '../../scripts/bootstrap.mjs';
import { testSiteAndApp } from '../support/test-app.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { fileLike, sendWithFiles } from '../support/enquiry-files.ts';
import { run } from '../support/run-command.ts';
import { testFolder } from '../support/test-folder.ts';
import { visitAs } from '../support/visitor.ts';

// The sweep asks the database for the files of rows; a backup finds them in the rows that it copies. Both must agree.
const { site, url: DATABASE_URL, sql, app } = await testSiteAndApp();
const folder = testFolder();
const editor = await visitAs(site, sql, 'editor');

async function post(address: string, fields: Record<string, string | File>): Promise<void> {
  expect((await editor.post(address, documentForm({ title: undefined, ...fields }))).status).toBe(303);
}

const certificate = (name: string) => fileOf(pdf(), `${name}.pdf`);

async function makeDocuments(): Promise<void> {
  const { newDocument, replaceFile, deleteDocument } = paths.admin;
  for (const title of ['With a "fileKey": "none.pdf"\t\\ in it', 'There']) {
    await post(newDocument, { title, file: certificate('first') });
    const addedId = await sql.value<number>('select max(id) as id from pdf_documents');
    for (const version of ['1', '2'])
      await post(replaceFile(addedId), { version, file: certificate(`edition-${version}`) });
    if (title !== 'There') await post(deleteDocument(addedId), {});
  }
}

/** Makes pictures of a text and a project, and their predecessors. */
async function makePictures(): Promise<void> {
  for (const [version, background] of ['#abc', '#cba'].entries()) {
    const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const given = { version: String(version + 1), alt: 'A square', file: fileOf(bytes, 'me.jpg', 'image/jpeg') };
    await post(paths.admin.pages('about', 'director_portrait'), given);
    const picture = await sql.value<string>(`select coalesce(pictures -> 0 ->> 'key', '') as picture from projects`);
    await post(paths.admin.project(1), { ...given, picture });
  }
}

/** The keys of files that a backup reports as missing; it succeeds all the same. */
async function missedByBackup(): Promise<string[]> {
  const command = [commandFile('scripts/backup.ts'), path.join(folder, 'site.tar.gz')];
  const { code, err } = await run(process.execPath, command, { DATABASE_URL, DATA_DIR: site.dataDir });
  expect([code, fs.existsSync(command[1]!)]).toEqual([1, true]);
  expect((await sql.row('select reason from backups')).reason).toMatch(/^the store lacks \d+ files/);
  return /has no file for these documents: (.*)/.exec(err)?.[1]?.split(', ').sort() ?? [];
}

it('the files that the sweep leaves are those that a backup misses when they are lost, of documents, pictures and enquiries', async () => {
  await makeDocuments();
  await post(paths.admin.newProject, { title: 'A lift' });
  await makePictures();
  expect((await sendWithFiles(site.url, [fileLike('jpeg', 'site.jpg')])).status).toBe(303);
  const store = diskStore(path.join(site.dataDir, 'documents'));
  const stored = async () => (await Array.fromAsync(store.list())).map(({ key }) => key).sort();
  const made = await stored();
  const nobodys = ['1700000000000-nobodys.pdf', 'picture-nobodys-300x300-300.avif'];
  for (const key of nobodys) await fs.promises.writeFile(path.join(site.dataDir, 'documents', key), 'left behind');

  const swept = await sweepOrphans(
    forkEntityManager(app),
    store,
    [documentFiles, enquiryFiles, pictureFiles],
    Date.now() + 7_200_000,
  );

  expect(swept).toBe(nobodys.length);
  expect(await stored()).toEqual(made);
  for (const key of made) await store.remove(key);
  expect(await missedByBackup()).toEqual(made);
  // This covers each way in which a row names a file; four documents are starting content.
  expect(made.filter((key) => documentFiles.keys.test(key))).toHaveLength(4 + 6);
  expect(
    new Set(made.filter((key) => pictureFiles.keys.test(key)).map((key) => key.replace(/-\d+\.\w+$/, ''))).size,
  ).toBe(4);
  expect(made.filter((key) => enquiryFiles.keys.test(key))).toHaveLength(1);
});
