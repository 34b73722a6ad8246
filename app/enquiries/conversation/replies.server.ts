import { LockMode } from '@mikro-orm/core';
import { findApp } from '#db/app.ts';
import { EnquiryFile } from '#db/entities/enquiry-file.ts';
import { Reply } from '#db/entities/message-mail.ts';
import { Message } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { enquiryTexts } from '../../audit/activity.schema.ts';
import { submissionKey } from '../../forms/form.server.ts';
import type { ReceivedFile } from '../../http/files/received-file.server.ts';
import { queueMailsSql } from '../../mail/mail-jobs.server.ts';
import { FONT, htmlLines, htmlMail, manyLines, oneLine, shortened, WRAP } from '../../mail/mail-text.ts';
import type { Mail } from '../../mail/mail.ts';
import { isMailed, mostMailedBytes } from '../../mail/sender.server.ts';
import { sendAgain, storedMails } from '../../mail/stored-mails.server.ts';
import { mailPalette, palette } from '../../schemas/colours.ts';
import { localDateTime } from '../../time/dates.ts';
import { listAttachable } from '../../content/documents/documents.server.ts';
import { reopenUndelivered } from '../inbound/place-mail.server.ts';
import { findReplyTo } from '../inbound/reply-address.server.ts';
import { listEarlier } from '../mails/earlier-mails.server.ts';
import { clientEvents } from '../actions.ts';
import { changeMessages, recordMessageActivity } from '../inbox/change-messages.server.ts';
import { lockStates } from '../inbox/mark-many.server.ts';
import { MOST_FILES, tooBigText } from '../files/enquiry-files.ts';
import { keepFiles, removeUnclaimed } from '../files/enquiry-files.server.ts';
import type { ChangedMessage } from './change-message.server.ts';
import { describeMissing, findDocuments, areTooBig, readAttachments } from './attachments.server.ts';
import { listSince } from './find-message.server.ts';
import { HELD_S, REPLY_SUBJECT_MAX, type NewReply } from '../message.schema.ts';
import { IS_OWNED, OWN_ID } from '../owners.server.ts';

const refused = (status: 400 | 503, files: string): ChangedMessage => ({
  outcome: 'invalid',
  problems: { files: [files] },
  status,
});
const NO_ADDRESS = 'There is no email address to reply to';
const NOT_THERE = 'What was taken back is no longer kept. Please choose the files again.';
const NOT_KEPT = 'The files could not be stored, so nothing was sent. Please try again in a minute, or without files.';

/** Also marks the enquiry answered. The same form sent twice is one reply. @param files checked by `problemsOfFiles` */
export async function sendReply(
  em: EntityManager,
  id: number,
  reply: NewReply,
  by: Actor,
  files: ReceivedFile[],
): Promise<ChangedMessage> {
  const { formId, subject, text, documents, kept } = reply;
  const given = [...documents, ...kept, ...files.map(({ name, size }) => `${size} ${name}`)];
  const key = submissionKey(formId, { id, subject, text, who: by.who, ...(given.length ? { given } : {}) });
  const available = await em.find(EnquiryFile, { id: kept, message: null });
  if (await isStored(em, key)) return saved(em);
  if (available.length < kept.length) return refused(400, NOT_THERE);
  if (available.length + files.length > MOST_FILES) return refused(400, `Please choose at most ${MOST_FILES} files`);
  const ticked = await findDocuments(em, documents);
  const offered = listAttachable(findApp(em)).map((document) => document.id);
  const gone = documents.filter((one) => !offered.includes(one) || !ticked.some((document) => document.id === one));
  if (gone.length) return refused(400, await describeMissing(em, gone));
  reply.documents = ticked.map((document) => document.id); // each once
  const parts = [...ticked, ...available, ...files.map(({ size }) => ({ sizeBytes: size }))];
  if (areTooBig(em, parts)) return refused(400, `${tooBigText(mostMailedBytes(findApp(em).env))}, with the documents`);
  const { ids, lost } = await keepFiles(findApp(em), files);
  // Refused, unlike an enquiry that loses its files: staff would believe that the client has them.
  const replied = lost.length ? refused(503, NOT_KEPT) : await storeReply(em, id, reply, by, key, ids);
  if (ids.length) await removeUnclaimed(em, ids).catch(() => {}); // of a refused reply; else the sweep removes them
  return replied;
}

const saved = (em: EntityManager, reply?: string): ChangedMessage => {
  const words = isMailed(findApp(em).env) ? 'Reply queued' : 'Reply queued: it is kept in the outbox, not mailed';
  return { outcome: 'saved', words, reply };
};

const isStored = async (em: EntityManager, submissionKey: string | null): Promise<boolean> =>
  submissionKey !== null && (await em.count(Reply, { submissionKey })) > 0;

/** @param files the ids of its files */
function storeReply(
  em: EntityManager,
  id: number,
  { version, subject, text, documents, kept }: NewReply,
  by: Actor,
  key: string | null,
  files: string[],
): Promise<ChangedMessage> {
  const { who } = by;
  return em.transactional(async (tx): Promise<ChangedMessage> => {
    const message = await tx.findOne(Message, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!message) return { outcome: 'gone' };
    if (!message.email) return { outcome: 'invalid', problems: { text: [NO_ADDRESS] } };
    if (await isStored(tx, key)) return saved(tx);
    // The writer's own notes do not outdate the reply. Their own earlier reply does, as they may have forgotten it.
    const since = (await listSince(tx, id, version)).filter((what) => what.who !== who || what.kind === 'reply');
    if (since.length) return { outcome: 'outdated', stored: { version: since.at(-1)!.id!, since } };
    const before = await lockStates(tx, [id]);
    const activity = await recordMessageActivity(tx, id, 'reply', by, enquiryTexts.reply);
    const sent = tx.create(Reply, {
      message,
      who,
      subject,
      text,
      documents: documents.map(String),
      submissionKey: key,
      activity,
    });
    await tx.flush();
    await tx.nativeUpdate(EnquiryFile, { id: [...kept, ...files], message: null }, { message, reply: sent });
    // SQL: by the database's clock. Also in spam and trash: once restored it does not wait. Sets a missing owner.
    await tx.execute(
      `update messages set answered_by = case when answered_at is null then ? else answered_by end, is_read = true,
         answered_at = coalesce(answered_at, now()), later_until = null,
         owner_id = case when ${IS_OWNED} then owner_id else ${OWN_ID} end where id = ?`,
      [who, who, id],
    );
    // SQL: by the database's clock. The queue adds jobs by a SQL function.
    await tx.execute(
      `with held as (update replies set goes_at = now() + make_interval(secs => ${HELD_S}), states = ?::jsonb where id = ?
       returning id, goes_at) ${queueMailsSql('reply', 'held', 'goes_at')}`,
      [JSON.stringify({ before, after: await lockStates(tx, [id]) }), sent.id],
    );
    return saved(tx, sent.id);
  });
}

export const replyMails = storedMails(Reply, {
  reads: ['message'],
  async send(reply, em, app) {
    const { id, message } = reply;
    // Either this changes the row first, or `takeBackReply` deletes it.
    if (!(await em.nativeUpdate(Reply, { id }, { goesAt: null }))) return null;
    const follows = await listEarlier(em, reply, true);
    const replyTo = await findReplyTo(em, message.id);
    const read = await readAttachments(em, reply);
    if ('outcome' in read) return read;
    const sent = await app.mailer.send({ ...replyMail(reply), follows, replyTo, attachments: read.attachments });
    if (sent.outcome === 'sent') reply.documents = read.documents; // without those deleted meanwhile
    return sent;
  },
  onFailure: ({ id, message }, em) => em.transactional((tx) => reopenUndelivered(tx, message.id, id)),
});

/** Marks the enquiry answered if it waits only for this reply. @returns false if there is no such unsent reply */
export const sendReplyAgain = (em: EntityManager, id: number, replyId: string, by: Actor): Promise<boolean> =>
  em.transactional(async (tx) => {
    const isQueued = await sendAgain(tx, 'reply', id, "id = ?::uuid and state <> 'sent' and goes_at is null", replyId);
    const last = (await listSince(tx, id, 0)).findLast(({ kind }) => clientEvents.includes(kind));
    if (isQueued && last?.kind === 'not-delivered') await changeMessages(tx, [id], 'answer', by);
    return isQueued;
  });

function replyMail({ id, message: enquiry, subject, text, createdAt }: Reply): Omit<Mail, 'replyTo'> {
  const written = manyLines(text);
  const quoted = manyLines(enquiry.message);
  const who = `On ${localDateTime(enquiry.createdAt)} ${oneLine(enquiry.name)} wrote:`;
  const lines = quoted.split('\n').map((line) => `> ${line}`);
  return {
    id,
    to: enquiry.email,
    subject: shortened(oneLine(subject), REPLY_SUBJECT_MAX),
    text: [written, '', '', who, ...lines, ''].join('\n'),
    html: htmlMail(
      'Reply',
      `<p style="margin:0 0 24px;max-width:640px;${WRAP}">${htmlLines(written)}</p>
<p style="margin:0 0 4px;color:${palette.steel600};${WRAP}">${htmlLines(who)}</p>
<blockquote style="margin:0;padding:4px 16px;border-left:3px solid ${mailPalette.line};max-width:606px;${FONT};color:${palette.steel600};${WRAP}">${htmlLines(quoted)}</blockquote>`,
    ),
    date: createdAt,
  };
}
