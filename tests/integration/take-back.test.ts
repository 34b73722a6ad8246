import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import type { NewReply } from '#app/enquiries/message.schema.ts';
import { replyMails, sendReply } from '#app/enquiries/conversation/replies.server.ts';
import { takeBackReply } from '#app/enquiries/conversation/take-back.server.ts';
import { migrateMailQueue } from '#app/mail/mail-jobs.server.ts';
import type { Mail, MailSender } from '#app/mail/mail.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { expectPage, markupOf } from '../support/expect-page.ts';
import { add, ago, emptyTables } from '../support/content.ts';
import { testDatabase, testMailingSite } from '../support/database.ts';
import { pdf, fileOf, documentForm, formOf } from '../support/documents.ts';
import { fileLike, fileRows } from '../support/enquiry-files.ts';
import { endMails, tryMailsNow } from '../support/send-at-once.ts';
import { openTestApp } from '../support/test-app.ts';
import { visitAs, type Visitor } from '../support/visitor.ts';

const inbound = { INBOUND_ADDRESS: 'enquiries@example.com', INBOUND_WEBHOOK_PASSWORD: 'a password of the webhook' };
const { postmark, site, sql } = await testMailingSite(inbound);
site.app.clock = { now: () => Date.now() + 10_800_000 }; // the database's clock decides
const [admin, other] = await Promise.all([visitAs(site, sql, 'admin'), visitAs(site, sql, 'admin')]);

const page = paths.admin.message(1);
const reply = { intent: 'reply', subject: 'Re: Crane', text: 'For <b> 900 $', version: '0' };
const written = (fields: Record<string, string> = {}, files: File[] = []) =>
  formOf({ ...reply, formId: randomUUID(), ...fields, files });
const send = (form = written()) => admin.post(`${page}?form=reply`, form);
const lastReply = () => sql.row<{ id: string }>('select id from replies order by created_at desc limit 1');
const takeBack = async (reply?: string, who: Visitor = admin) =>
  who.post(page, { intent: 'take-back', reply: reply ?? (await lastReply()).id });
const columns = 'is_read, answered_at, answered_by, first_answered_at, waits_since, owner_id, later_until';
const enquiry = () => sql.row(`select ${columns} from messages`);
const letItGo = async () => {
  await sql("update replies set goes_at = now() - interval '1 ms' where goes_at is not null");
  await tryMailsNow(sql);
};
const mailed = () => postmark.taken.filter(({ To }) => To === 'ann@example.com').length;

beforeEach(async () => {
  await endMails(sql);
  postmark.taken.length = 0;
  await emptyTables(sql, 'messages');
  await sql('delete from pdf_documents; delete from enquiry_files');
  await add(sql, 'messages', [{ created_at: ago(3_600_000) }]);
});

describe('a reply can be taken back for ten seconds', () => {
  it('and the text is in the form again, and all is as it was', async () => {
    await sql("update messages set later_until = now() + interval '2 hours'");
    const before = await enquiry();
    const sent = await send();
    const held = await sql.row(
      `select goes_at - r.created_at = interval '10 seconds' as seconds, goes_at = run_at as queued from replies r, graphile_worker.jobs`,
    );
    expect(held).toEqual({ seconds: true, queued: true });
    const owned = { owner_id: expect.any(Number) as number, answered_by: admin.email };
    expect(await enquiry()).toMatchObject({ ...owned, is_read: true, later_until: null });
    const next = await markupOf(admin.after(sent));
    expect(next.match(/value="take-back"/g)).toHaveLength(1);
    expect(next).toMatch(/Goes out in (10|9|8|7) seconds\./);
    expect(next).not.toContain('send-reply-again');

    const text = /<textarea[^>]*name="text"[^>]*>For &lt;b&gt; 900 \$<\/textarea>/;
    const form = await expectPage(takeBack(), 200, text, 'Taken back. Nothing was sent.');
    expect(form).not.toContain('take-back');
    expect(await enquiry()).toEqual(before);
    expect([await sql('select 1 from replies'), await sql('select 1 from graphile_worker.jobs')]).toEqual([[], []]);
    expect(await markupOf(admin.get(page))).not.toMatch(/>Reply<\/span><span/);
    const told = await sql.value('select what from activities order by id desc limit 1');
    expect(told).toMatch(/^Took back a reply to SR-/);
    await expectPage(takeBack(randomUUID()), 409, 'There is nothing to take back');
    expect((await send(written({ text: 'For 90 $' }))).status).toBe(303);
  });

  it('with its files and documents, which go with the next one', async () => {
    await admin.post(paths.admin.newDocument, documentForm({ title: 'HSE Policy', file: fileOf(pdf(), 'p.pdf') }));
    const id = await sql.value<number>('select id from pdf_documents');
    await send(written({ documents: String(id) }, [fileLike('pdf', 'a.pdf'), fileLike('png', 'b <i>.png')]));
    const sent = (await lastReply()).id;
    await takeBack(sent);
    expect((await takeBack(sent, other)).status).toBe(409);
    const form = await markupOf(await takeBack(sent)); // a second press, which drops the first answer
    expect(form).toMatch(new RegExp(`<input[^>]*name="documents"[^>]*checked=""[^>]*value="${id}"`));
    const kept = [...form.matchAll(/<input[^>]*name="kept"[^>]*value="([^"]*)"/g)].map(([, value]) => value!);
    expect(kept.map((value) => value.slice(37))).toEqual(['a.pdf', 'b i.png']);
    expect(await markupOf(admin.get(page))).not.toContain('a.pdf'); // not shown as the visitor's files either
    const next = written({ documents: String(id), kept: kept[0]!, text: '' }, []);
    expect(await markupOf(await send(next))).toContain(`value="${kept[0]}"`);
    next.set('text', 'For 90 $');
    next.append('files', fileLike('pdf', 'c.pdf'));
    expect((await send(next)).status).toBe(303);
    await letItGo();
    await expect.poll(mailed, { timeout: 20_000 }).toBe(1);
    expect(postmark.taken.at(-1)!.Attachments!.map(({ Name }) => Name)).toEqual(['a.pdf', 'c.pdf', 'p.pdf']);
    expect((await fileRows(sql)).map(({ name }) => name).sort()).toEqual(['a.pdf', 'b i.png', 'c.pdf']);
    await expectPage(send(written({ kept: `${randomUUID()} x.pdf`, version: '999999' })), 400, 'no longer kept');
  });

  it('by its writer alone; afterwards it has gone, and it cannot be sent again before', async () => {
    await send();
    const { id } = await lastReply();
    expect((await takeBack(id, other)).status).toBe(409);
    expect(await markupOf(other.get(page))).not.toContain('take-back');
    expect((await admin.post(page, { intent: 'send-reply-again', reply: id })).status).toBe(404);
    await letItGo();
    await expect.poll(mailed, { timeout: 20_000 }).toBe(1);
    await expectPage(takeBack(id), 409, 'It has gone');
    expect(await enquiry()).toMatchObject({ is_read: true, answered_by: admin.email });
  });

  it('and what others did meanwhile stays', async () => {
    await send();
    const { id } = await lastReply();
    await other.post(page, { intent: 'note', note: 'I rang her' });
    await other.post(page, { intent: 'reopen' });
    await other.post(page, { intent: 'answer' });
    expect((await takeBack(id)).status).toBe(200);
    expect(await enquiry()).toMatchObject({ answered_by: other.email });
    expect(await markupOf(admin.get(page))).toContain('I rang her');
  });

  it('and what was put off meanwhile comes back when its answer is due', async () => {
    await send();
    const later = { intent: 'later', until: '2099-01-01T08:00', version: '999999' };
    expect((await admin.post(page, later)).status).toBe(303);
    expect((await takeBack()).status).toBe(200);
    const due = "select later_until = created_at + interval '24 hours' as is from messages";
    expect(await sql(due)).toEqual([{ is: true }]);
  });

  it('and a mail that the client sent meanwhile does not begin the 24 hours of the first anew', async () => {
    await send();
    const reference = await sql.value<string>('select reference from messages');
    const RawEmail = `From: ann@example.com\nSubject: [${reference}]\nMessage-ID: <1@client.example>\n\nStill there?\n`;
    const headers = { Authorization: `Basic ${btoa(`x:${inbound.INBOUND_WEBHOOK_PASSWORD}`)}` };
    const came = { method: 'POST', headers, body: JSON.stringify({ RawEmail }) };
    expect((await fetch(site.url + paths.inboundPostmark, came)).status).toBe(200);
    await expect.poll(enquiry, { timeout: 20_000 }).toMatchObject({ answered_at: null });
    expect((await takeBack()).status).toBe(200);
    expect(await enquiry()).toMatchObject({ is_read: false, first_answered_at: null, waits_since: null });
  });

  it('and of two, the enquiry stays answered as long as one is left', async () => {
    const before = await enquiry();
    await send();
    const first = (await lastReply()).id;
    await send(written({ version: '999999', text: 'And one more thing' }));
    const second = (await lastReply()).id;
    expect((await takeBack(first)).status).toBe(200);
    expect(await enquiry()).toMatchObject({ answered_by: admin.email });
    expect((await takeBack(second)).status).toBe(200);
    expect(await enquiry()).toEqual(before);
  });
});

const TIMES = Number(process.env.TAKE_BACK_TIMES ?? 36);
it(`${TIMES} times at the tenth second: each is either taken back or sent, completely`, async () => {
  const { connection, sql } = await testDatabase();
  const pool = new pg.Pool(connection);
  await migrateMailQueue(pool, { debug() {}, info() {}, warn() {} });
  await pool.end();
  const went: string[] = [];
  const send = async ({ id }: Mail) => {
    went.push(id);
    return { outcome: 'sent' } as const;
  };
  const app = await openTestApp(connection, {}, { mailer: { send } as MailSender });
  const by = { who: 'ed@example.com', address: null };
  const ids = await add(sql, 'messages', TIMES);
  const written = { intent: 'reply', subject: 'Re', text: 'For 900 $', version: 0 } as const;
  const reply = { ...written, documents: [], kept: [] } satisfies NewReply;
  const back: string[] = [];
  for (const [n, message] of ids.entries()) {
    const sent = await sendReply(forkEntityManager(app), message, reply, by, []);
    const id = (sent as { reply: string }).reply;
    await sql("update replies set goes_at = clock_timestamp() + interval '3 ms' where id = $1", [id]);
    const takeBack = async () => {
      for (let i = 0; i < n % 12; i++) await sql('select 1'); // a little later each time
      if (typeof (await takeBackReply(forkEntityManager(app), message, id, by)) === 'object') back.push(id);
    };
    const goOut = async () => {
      for (let i = 0; i < 6; i++) await sql('select 1');
      return replyMails.send(app, id, 1);
    };
    const [, result] = await Promise.all([takeBack(), goOut()]);
    const left = await sql.row(
      'select state, goes_at, answered_at is not null as is from messages m left join replies r on message_id = m.id where m.id = $1',
      [message],
    );
    const isBack = back.includes(id);
    expect([result, went.includes(id)]).toEqual(isBack ? ['not needed', false] : ['sent', true]);
    expect(left).toEqual({ state: isBack ? null : 'sent', goes_at: null, is: !isBack });
  }
  expect(back.length + went.length).toBe(TIMES);
});
