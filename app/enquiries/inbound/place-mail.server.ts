import { createHash } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { findApp } from '#db/app.ts';
import { databaseNow } from '#db/database-clock.ts';
import { Activity } from '#db/entities/activity.ts';
import { EnquiryFile } from '#db/entities/enquiry-file.ts';
import { AnswerNotification, InboundMail } from '#db/entities/inbound-mail.ts';
import { Acknowledgement, Notification, Reply } from '#db/entities/message-mail.ts';
import { Message, type Folder } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { enquiryTexts } from '../../audit/activity.schema.ts';
import { THE_SITE } from '../../audit/activities.server.ts';
import { queueMail } from '../../mail/mail-jobs.server.ts';
import { givenUp } from '../../mail/stored-mails.server.ts';
import { isOfficeMail, markOwnMail } from '../../mail/undelivered.server.ts';
import { MARKED_AS_SPAM } from '../actions.ts';
import { WAITS } from '../message-tables.server.ts';
import { ANSWER_MS } from '../reminders/answer-clock.ts';
import { recordMessageActivity } from '../inbox/change-messages.server.ts';
import { indexWords } from '../inbox/search.server.ts';
import { findOffice } from '../mails/office-mails.server.ts';
import { undeliveredText, readOwnId, type DeliveryReport } from './delivery-report.ts';
import { isOwnAddress, readTokens, findReferences } from './reply-address.server.ts';
import { addMailedEnquiry } from './mailed-enquiry.server.ts';
import type { ReadMail } from './read-mail.server.ts';
import { takeRoundTrip } from './round-trip.server.ts';

/** Mails with the same text and Message-ID are one mail, whichever way they came. */
function hashWords({ id, date, from, subject, text, files, report }: ReadMail): string {
  const words = [id, from?.email, subject, text.replace(/\s+/g, ' '), files.map(({ name, size }) => [name, size])];
  const without = id ? [] : [date, report]; // without a Message-ID these tell two mails apart
  return createHash('sha256')
    .update(JSON.stringify([...words, ...without]))
    .digest('hex');
}

/**
 * Adds a mail to the enquiry that it belongs to, or stores it as a new one, with all consequences.
 * @param files the ids of stored files, and the names of those that were left out
 * @returns false if nothing of it is to be kept: it is stored already, or brings our own words back to us
 */
export async function placeMail(
  tx: EntityManager,
  row: InboundMail,
  mail: ReadMail,
  files: { ids: string[]; leftOut: string[] },
): Promise<boolean> {
  const wordsKey = hashWords(mail);
  if (await tx.count(InboundMail, { wordsKey })) return false;
  Object.assign(row, {
    state: 'read',
    wordsKey,
    headerId: mail.id,
    threadIds: mail.answers.length ? mail.answers : null,
    name: mail.from?.name ?? null,
    email: mail.from?.email ?? null,
    subject: mail.subject,
    text: mail.text,
    leftOut: files.leftOut.length ? files.leftOut : null,
  } satisfies Partial<InboundMail>);
  if (await takeRoundTrip(tx, row, mail)) return true;
  const about = mail.report && (await findReported(tx, mail, mail.report));
  const isOwn = mail.from !== null && isOwnAddress(findApp(tx).env, await findOffice(tx), mail.from.email);
  // A report or a copy repeats an enquiry's text, and erasing the enquiry would not erase it. A stranger's Message-ID
  // proves nothing.
  if ((mail.report?.id && !about) || (isOwn && (await isOfficeMail(tx, mail.id && readOwnId(mail.id))))) {
    tx.remove(row);
    return false;
  }
  if (about || !mail.from || mail.report?.code === null) {
    Object.assign(row, { kind: 'report', message: about });
    await tx.flush();
    return true;
  }
  const isAutomatic = mail.isAutomatic || mail.report !== null || isOwn;
  const message = await findConversation(tx, mail);
  if (message) await addAnswer(tx, row, message, isAutomatic);
  else await addMailedEnquiry(tx, row, mail, isAutomatic);
  await tx.flush();
  await tx.nativeUpdate(EnquiryFile, { id: files.ids }, { message: row.message, mail: row });
  return true;
}

/** Marks our mail that a report is about as undelivered. @returns its enquiry; none for a mail to the office */
async function findReported(tx: EntityManager, mail: ReadMail, { id, code }: DeliveryReport): Promise<Message | null> {
  const byToken = id ? null : await findByToken(tx, mail);
  if (code !== null) {
    // A report that names no mail is about the last reply with the reply address that it came to.
    const last = byToken && (await tx.findOne(Reply, { message: byToken.id }, { orderBy: { createdAt: 'desc' } }));
    return markUndelivered(tx, id ?? last?.id ?? null, code);
  }
  const sent = await findOwnMail(tx, id);
  return sent ? tx.findOne(Message, { id: sent.message.id }, locked) : byToken;
}

const findByToken = (tx: EntityManager, { recipients }: ReadMail): Promise<Message | null> =>
  tx.findOne(Message, { replyToken: readTokens(findApp(tx).env, recipients) }, locked);

/** Finds it by the token, by a mail of ours that it answers, or by a reference that a participant names. */
async function findConversation(tx: EntityManager, mail: ReadMail): Promise<Message | null> {
  const byToken = await findByToken(tx, mail);
  if (byToken) return byToken;
  for (const id of mail.answers.toReversed()) {
    const found = await findOwnMail(tx, readOwnId(id));
    if (found) return tx.findOne(Message, { id: found.message.id }, locked);
  }
  for (const reference of findReferences(mail.subject)) {
    const message = await tx.findOne(Message, { reference }, locked);
    if (message && (await isInConversation(tx, message, mail.from!.email))) return message;
  }
  return null;
}

const locked = { lockMode: LockMode.PESSIMISTIC_WRITE };
const TOLD_PER_HOUR = 10; // two mailboxes that answer by themselves, and do not say so, would never end

async function findOwnMail(tx: EntityManager, id: string | null) {
  if (!id) return null;
  return (
    (await tx.findOne(Reply, { id })) ??
    (await tx.findOne(Acknowledgement, { id })) ??
    (await tx.findOne(Notification, { id }))
  );
}

async function isInConversation(tx: EntityManager, message: Message, email: string): Promise<boolean> {
  if (message.email.toLowerCase() === email.toLowerCase()) return true;
  const earlier = await tx.find(InboundMail, { message: message.id, kind: 'answer' }, { fields: ['email'] });
  return earlier.some((mail) => mail.email?.toLowerCase() === email.toLowerCase());
}

async function addAnswer(tx: EntityManager, row: InboundMail, message: Message, isAutomatic: boolean): Promise<void> {
  Object.assign(row, { message, kind: isAutomatic ? 'automatic' : 'answer' } satisfies Partial<InboundMail>);
  const act = isAutomatic ? 'automatic-answer' : 'client-answer';
  const activity = await recordMessageActivity(tx, message.id, act, THE_SITE, enquiryTexts[act]);
  row.activity = activity === null ? null : tx.getReference(Activity, activity);
  await tx.flush();
  await indexWords(tx, [message.id]);
  if (isAutomatic || (await makeWait(tx, message.id, row.createdAt!)) === 'spam') return;
  const recent = { message, createdAt: { $gt: new Date(databaseNow(findApp(tx)) - 3_600_000) } };
  if ((await tx.count(AnswerNotification, recent)) >= TOLD_PER_HOUR) return;
  const told = tx.create(AnswerNotification, { mail: row, message });
  await tx.flush();
  await queueMail(tx, 'answer', told.id);
}

const ANSWERED = 'coalesce(first_answered_at, answered_at)';
const IS_SPAM = `spam_reason is not null and (spam_reason = '${MARKED_AS_SPAM}' or ${ANSWERED} is null)`;

/**
 * Makes an enquiry wait again, unread. One that staff have answered is no spam, unless they have marked it.
 * @param since when its answer clock begins, unless it has been waiting for longer
 * @param lost the id of a reply that did not arrive, and so was no answer
 * @returns the folder that it is in
 */
async function makeWait(tx: EntityManager, id: number, since: Date, lost: string | null = null): Promise<Folder> {
  // SQL: columns that depend on one another.
  const [row] = await tx.execute<{ folder: Folder }[]>(
    `update messages m set is_read = false, reminded_at = null, trashed_at = null, later_until = null,
       folder = case when ${IS_SPAM} then 'spam' else 'inbox' end, spam_reason = case when ${IS_SPAM} then spam_reason end,
       waits_since = case when answered_at is null and folder = 'inbox' and (later_until is null or first_answered_at is null)
         then least(${WAITS}, ?::timestamptz) else ?::timestamptz end,
       first_answered_at = case when ${ANSWERED} >= (select created_at from replies where id = ?::uuid)
         then (select min(created_at) from replies r where message_id = m.id and r.id <> ?::uuid and state <> 'failed')
         else ${ANSWERED} end,
       answered_at = null, answered_by = null
     where id = ? returning folder`,
    [since, since, lost, lost, id],
  );
  return row!.folder;
}

/** Marks a mail of ours as undelivered, once. @returns the enquiry of a mail to a client */
export async function markUndelivered(tx: EntityManager, id: string | null, code: string): Promise<Message | null> {
  const mail = id && ((await tx.findOne(Reply, { id })) ?? (await tx.findOne(Acknowledgement, { id })));
  if (!mail) {
    if (id) await markOwnMail(tx, id, undeliveredText(code), (await findOffice(tx))?.includes(',') ?? false);
    return null;
  }
  const message = await tx.findOneOrFail(Message, { id: mail.message.id }, locked);
  await tx.refresh(mail);
  if (mail.state === 'failed') return message; // the report came twice, or in two ways
  Object.assign(mail, givenUp(undeliveredText(code)));
  if ('who' in mail) await reopenUndelivered(tx, message.id, mail.id);
  await tx.flush();
  return message;
}

/** The enquiry waits again, as overdue. */
export async function reopenUndelivered(tx: EntityManager, id: number, reply: string): Promise<void> {
  await recordMessageActivity(tx, id, 'not-delivered', THE_SITE, enquiryTexts['not-delivered']);
  await makeWait(tx, id, new Date(databaseNow(findApp(tx)) - ANSWER_MS), reply);
}
