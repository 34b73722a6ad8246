import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { expectPage, markupOf, textOf } from '../support/expect-page.ts';
import { startApp, type RunningApp } from '../support/app.ts';
import { add, ago, emptyTables } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { fileOf, documentForm, formOf, pdf } from '../support/documents.ts';
import { fileLike, fileRows } from '../support/enquiry-files.ts';
import { mailBy, startFakePostmark } from '../support/fake-postmark.ts';
import { forFile } from '../support/for-test.ts';
import { endMails, sendRepliesAtOnce, tryMailsNow } from '../support/send-at-once.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { visitAs, type Visitor } from '../support/visitor.ts';

const MIB = 1024 * 1024;
const [smtp, postmark] = [forFile(await startSmtpServer()), forFile(await startFakePostmark())];
const addresses = { MAIL_FROM: 'site@example.com', MAIL_TO: 'office@example.com' };
async function start(variables: Record<string, string>) {
  const { url: DATABASE_URL, sql } = await testDatabase();
  await sendRepliesAtOnce(sql);
  const site = forFile(await startApp({ DATABASE_URL, ...variables }));
  return { site, sql, admin: await visitAs(site, sql, 'admin') };
}
const bySmtp = await start({ SMTP_URL: smtp.url, ...addresses });
const byPostmark = await start(mailBy(postmark.url));
const { site, sql, admin } = bySmtp;
beforeEach(async () => {
  smtp.refuse();
  for (const { sql, site } of [bySmtp, byPostmark]) {
    await endMails(sql);
    await emptyTables(sql, 'messages');
    await sql('delete from pdf_documents; delete from enquiry_files');
    await add(sql, 'messages', [{ created_at: ago(3_600_000) }]);
    for (const name of kept(site)) fs.rmSync(path.join(store(site), name));
  }
  smtp.taken.length = 0;
});

const to = `${paths.admin.message(1)}?form=reply`;
const store = ({ dataDir }: RunningApp) => path.join(dataDir, 'documents');
const kept = (site: RunningApp) => fs.readdirSync(store(site)).filter((name) => name.startsWith('enquiry-'));
const incoming = () => fs.readdirSync(path.join(site.dataDir, 'incoming'));
const replies = () => sql<{ state: string; reason: string | null }>('select state, reason from replies');
const state = async () => (await replies())[0]?.state;
const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());

const reply = { keep: 'yes', intent: 'reply', subject: 'Re: Crane', text: 'Our quote <b>.', version: '0' };
function written(files: File[], documents: number[] = [], fields: Record<string, string> = {}) {
  const chosen = { documents: documents.map(String), files: files.length ? files : new File([], '') };
  return formOf({ ...reply, formId: randomUUID(), ...fields, ...chosen });
}

async function upload(who: Visitor, title: string, bytes: Buffer, on = sql): Promise<number> {
  await who.post(paths.admin.newDocument, documentForm({ title, file: fileOf(bytes, `${title}.pdf`) }));
  return on.value('select id from pdf_documents where title = $1', [title]);
}

async function attachmentsOf(mail: string | undefined) {
  const { attachments } = await simpleParser(mail!);
  return attachments.map(({ filename, contentType, content }) => [filename, contentType, content]);
}

describe('files and documents with a reply', () => {
  const ofPostmark = () =>
    postmark.taken
      .at(-1)!
      .Attachments!.map((each) => [each.Name, each.ContentType, Buffer.from(each.Content, 'base64')]);
  it.each([
    ['an SMTP server', bySmtp, () => attachmentsOf(smtp.taken[0]?.raw)],
    ['Postmark', byPostmark, ofPostmark],
  ])('go by %s as they are, by name and type, and stand in the conversation', async (_, { admin, sql }, taken) => {
    const policy = pdf(70_000);
    const id = await upload(admin, 'HSE Policy', policy, sql);
    await upload(admin, 'Not ticked', pdf(), sql);
    const files = [fileLike('pdf', '../Angebot Nº 7 für Ann.pdf', 300_000), fileLike('heic', 'hook.HEIC')];
    expect((await admin.post(to, written(files, [id]))).status).toBe(303);
    await expect.poll(() => sql.value('select state from replies'), { timeout: 20_000 }).toBe('sent');
    expect(await taken()).toEqual([
      ['Angebot Nº 7 für Ann.pdf', 'application/pdf', await bytesOf(files[0]!)],
      ['hook.heic', 'image/heic', await bytesOf(files[1]!)],
      ['HSE-Policy.pdf', 'application/pdf', policy],
    ]);
    const page = await markupOf(admin.get(paths.admin.message(1)));
    const conversation = /<section aria-labelledby="conversation".*?<\/section>/s.exec(page)![0];
    expect(conversation).toContain('With company documents: HSE Policy<');
    for (const [n, { id, name }] of (await fileRows(sql)).entries()) {
      expect(conversation).toContain(name);
      const opened = await admin.get(paths.admin.enquiryFile(1, id));
      expect(Buffer.from(await opened.arrayBuffer()).equals(await bytesOf(files[n]!))).toBe(true);
    }
  });

  const six = () => [1, 2, 3, 4, 5, 6].map((n) => fileLike('png', `${n}.png`));
  it.each([
    ['none of the kinds', () => [fileLike('none', 'tool.pdf')], 0, 'tool.pdf is not a PDF, JPEG, PNG, WebP'],
    ['six files', six, 0, 'Please choose at most 5 files'],
    ['over 10 MiB', () => [6, 5].map((n) => fileLike('pdf', `${n}.pdf`, n * MIB - MIB / 4)), 0, 'Together the files'],
    ['10 MiB with a document', () => [fileLike('pdf', 'a.pdf', 6 * MIB)], 5 * MIB, '10 MB, with the documents'],
  ])('of %s are refused at the field, typing and ticks stay, and nothing is kept', async (_, files, size, words) => {
    const id = await upload(admin, 'HSE Policy', pdf(size || 1000));
    const shown = [words, 'Our quote &lt;b&gt;.', 'Please choose your files again.'];
    const page = await expectPage(admin.post(to, written(files(), [id])), 400, ...shown);
    expect(/<input[^>]*type="file"[^>]*>/.exec(page)![0]).toContain('aria-invalid="true"');
    expect(/<input[^>]*name="documents"[^>]*>/.exec(page)![0]).toContain('checked');
    expect(/<details open=""><summary[^>]*>Company documents/.test(page)).toBe(true);
    expect([await replies(), await fileRows(sql), kept(site), incoming()]).toEqual([[], [], [], []]);
  });

  it('do not go without a document that is gone since the page was made, or hidden: it is named', async () => {
    const [gone, lapsed] = [await upload(admin, 'Gone', pdf(1000)), await upload(admin, 'Lapsed', pdf(1000))];
    await admin.post(paths.admin.deleteDocument(gone), { version: '1' });
    const hidden = { title: 'Lapsed', validUntil: '2020-01-01', whenLapsed: 'hide', version: '1' };
    await admin.post(paths.admin.editDocument(lapsed), hidden);
    const page = await expectPage(admin.post(to, written([], [gone, lapsed])), 400);
    expect(page).toMatch(/No longer there: (“Gone”, “Lapsed”|“Lapsed”, “Gone”)\./);
    expect(await replies()).toEqual([]);
  });

  it('of exactly 10 MiB go; of more than 11 the answer is 413, with words', async () => {
    expect((await admin.post(to, written([fileLike('pdf', 'a.pdf', 10 * MIB)]))).status).toBe(303);
    await expectPage(admin.post(to, written([fileLike('pdf', 'a.pdf', 11 * MIB)])), 413, 'Nothing was sent. Go back');
    const viewed = written([fileLike('pdf', 'a.pdf')], [], { intent: 'view' });
    expect((await admin.post(paths.admin.message(1), viewed)).status).toBe(303);
    await expect.poll(state, { timeout: 20_000 }).toBe('sent');
    expect((await fileRows(sql)).length).toBe(1);
  });

  it('of as much as Postmark takes go by it, as the form says; what is more is refused at once', async () => {
    const { admin, sql } = byPostmark;
    await sql("update messages set message = repeat('<å>', 20000)"); // the reply quotes it
    expect(await markupOf(admin.get(paths.admin.message(1)))).toContain('Up to 5 files, 6.5 MB in all');
    const send = (mib: number) => admin.post(to, written([fileLike('pdf', 'a.pdf', mib * MIB)]));
    const [more, most] = [await send(7), await send(6.5)];
    expect([more.status, await textOf(more)]).toEqual([400, expect.stringContaining('larger than 6.5 MB')]);
    expect([(await send(8)).status, most.status]).toEqual([413, 303]);
    await expect.poll(() => sql('select state from replies'), { timeout: 20_000 }).toEqual([{ state: 'sent' }]);
  });

  it('are sent once, however often the form is sent; one with another file is another reply', async () => {
    const form = written([fileLike('pdf', 'a.pdf')], [], { formId: 'same', version: '999999' });
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(to, form)));
    expect([...answers, await admin.post(to, form)].map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect([(await replies()).length, (await fileRows(sql)).length, kept(site).length]).toEqual([1, 1, 1]);
    form.append('files', fileLike('pdf', 'forgotten.pdf'));
    expect((await admin.post(to, form)).status).toBe(303);
    expect([(await replies()).length, kept(site).length]).toEqual([2, 3]);
  });

  it('are to be chosen again when somebody else was first, and the rest is there', async () => {
    const id = await upload(admin, 'HSE Policy', pdf());
    await (await visitAs(site, sql, 'admin')).post(paths.admin.message(1), { intent: 'note', note: 'I rang her' });
    const files = [fileLike('pdf', 'a.pdf')];
    const shown = ['I rang her', 'Our quote', 'choose your files again', 'checked=""'];
    const page = await expectPage(admin.post(to, written(files, [id])), 409, ...shown);
    expect([await fileRows(sql), kept(site)]).toEqual([[], []]);
    const version = /name="version" value="(\d+)"/.exec(page)![1]!;
    expect((await admin.post(to, written(files, [id], { version }))).status).toBe(303);
    expect(kept(site)).toHaveLength(1);
  });

  it('are accepted from nobody else, and not even written to disk', async () => {
    const answer = await (await visitAs(site, sql, 'editor')).post(to, written([fileLike('pdf', 'a.pdf', 3 * MIB)]));
    expect(answer.headers.get('location')).toBe(paths.admin.dashboard);
    expect([await replies(), await fileRows(sql), kept(site), incoming()]).toEqual([[], [], [], []]);
  });

  it('wait with the mail while the store is away, and what was deleted meanwhile stays out', async () => {
    const [gone, stays] = [await upload(admin, 'Gone', pdf()), await upload(admin, 'Stays', pdf())];
    const away = () => (fs.renameSync(store(site), `${store(site)}-away`), fs.writeFileSync(store(site), ''));
    const back = () => (fs.rmSync(store(site)), fs.renameSync(`${store(site)}-away`, store(site)));
    const files = [fileLike('pdf', 'a.pdf')];
    away();
    const refused = await admin.post(to, written(files, [gone, stays]));
    back();
    expect([refused.status, await textOf(refused)]).toEqual([503, expect.stringContaining('so nothing was sent')]);
    expect([await replies(), await fileRows(sql), kept(site)]).toEqual([[], [], []]);

    smtp.refuse({ at: 'to', code: 451 });
    await admin.post(to, written(files, [gone, stays]));
    await expect.poll(async () => (await replies())[0]!.reason, { timeout: 20_000 }).toContain('451');
    away();
    smtp.refuse();
    await tryMailsNow(sql);
    const waiting = { state: 'waiting', reason: 'its files could not be read' };
    await expect.poll(replies, { timeout: 30_000 }).toEqual([waiting]);
    expect(smtp.taken).toEqual([]);
    await sql('delete from pdf_documents where id = $1', [gone]);
    back();
    const id = await sql.value<string>('select id from replies');
    await admin.post(paths.admin.message(1), { intent: 'send-reply-again', reply: id });
    await expect.poll(state, { timeout: 30_000 }).toBe('sent');
    expect((await attachmentsOf(smtp.taken[0]!.raw)).map(([name]) => name)).toEqual(['a.pdf', 'Stays.pdf']);
    expect(await textOf(admin.get(paths.admin.message(1)))).toContain('With company documents: Stays ');
  }, 60_000);

  it('are erased with the person, and are not sent afterwards', async () => {
    smtp.refuse({ at: 'connect', code: 421 });
    await admin.post(to, written([fileLike('pdf', 'a.pdf')]));
    expect(kept(site)).toHaveLength(1);
    const email = 'ann@example.com';
    expect((await admin.post(paths.admin.person(email), { confirmation: email })).status).toBe(303);
    expect([await replies(), await fileRows(sql), kept(site)]).toEqual([[], [], []]);
    expect(await sql("select 1 from graphile_worker.jobs where key like 'enquiry-reply%'")).toEqual([]);
  });
});
