import { LockMode } from '@mikro-orm/core';
import type { App } from '#db/app.ts';
import { Acknowledgement, Notification, Reply } from '#db/entities/message-mail.ts';
import { Message } from '#db/entities/message.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { enquiryTexts } from '../../audit/activity.schema.ts';
import { submissionKey } from '../../forms/submission-key.server.ts';
import { queueMailsSql, type JobResult } from '../../mail/mail-queue.server.ts';
import { sendAgain } from '../../mail/send-again.server.ts';
import { giveUpOf, settle } from '../../mail/settle.server.ts';
import { recordMessageActivity } from '../inbox/change-messages.server.ts';
import { listSince } from './find-message.server.ts';
import type { NewReply } from '../message.schema.ts';
import { replyMail } from './reply-mail.ts';
import type { SinceThen } from './since-then.tsx';

/** `outdated` tells what staff did since the form was opened. */
export type Replied = { outcome: 'saved' } | { outcome: 'gone' } | { outcome: 'outdated'; stored: SinceThen };

/**
 * Stores a reply, marks its enquiry answered and queues the mail, in one transaction. The same form sent twice is one reply.
 */
export async function sendReply(em: EntityManager, id: number, reply: NewReply, by: Actor): Promise<Replied> {
  const { formId, version, subject, text } = reply;
  const { who } = by;
  return em.transactional(async (tx): Promise<Replied> => {
    const message = await tx.findOne(Message, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!message) return { outcome: 'gone' };
    const key = submissionKey(formId, { id, subject, text, who });
    if (key && (await tx.count(Reply, { submissionKey: key }))) return { outcome: 'saved' };
    // A writer's own notes do not outdate the reply. An earlier reply does: they may have forgotten it.
    const since = (await listSince(tx, id, version)).filter((what) => what.who !== who || what.kind === 'reply');
    if (since.length) return { outcome: 'outdated', stored: { version: since.at(-1)!.id!, since } };
    const activity = await recordMessageActivity(tx, id, 'reply', by, enquiryTexts.reply);
    const sent = tx.create(Reply, { message, who, subject, text, submissionKey: key, activity });
    await tx.flush();
    // SQL: by the database's clock. In spam and trash, too: back in the inbox, the enquiry does not wait.
    await tx.execute(
      'update messages set answered_at = now(), answered_by = ?, is_read = true where id = ? and answered_at is null',
      [who, id],
    );
    // SQL: queueing is a function of the queue's own.
    await tx.execute(queueMailsSql('reply', '(select ?::uuid as id) as reply'), [sent.id]);
    return { outcome: 'saved' };
  });
}

/**
 * Tries to send a reply and writes down how it went.
 * @param attempt counts from 1
 */
export async function sendReplyMail(app: App, id: string, attempt: number): Promise<JobResult> {
  const em = forkEntityManager(app);
  const reply = await em.findOne(Reply, { id }, { populate: ['message'] });
  if (!reply || reply.state === 'sent') return 'done';
  const { message, subject, text, createdAt } = reply;
  const mail = replyMail({
    id,
    follows: await sentBefore(em, reply),
    subject,
    text,
    writtenAt: createdAt,
    replyTo: app.env.MAIL_TO ?? null,
    enquiry: { name: message.name, email: message.email, message: message.message, receivedAt: message.createdAt },
  });
  const result = settle(reply, attempt, await app.mailer.send(mail));
  await em.flush();
  return result;
}

/** The mails that went out before a reply; the one to the company comes first. */
async function sentBefore(em: EntityManager, { message, createdAt }: Reply) {
  const to = message.email;
  const notification = await em.findOne(Notification, { message: message.id }, { fields: ['id'] });
  const acknowledgements = await em.find(Acknowledgement, { message: message.id, state: 'sent' });
  const earlier = { message: message.id, state: 'sent' as const, createdAt: { $lt: createdAt } };
  const replies = await em.find(Reply, earlier, { orderBy: { createdAt: 'asc' } });
  const first = notification ? [{ id: notification.id }] : [];
  return [...first, ...[...acknowledgements, ...replies].map(({ id }) => ({ id, to }))];
}

export const giveUpReply = giveUpOf(Reply);

/** Queues an unsent reply again and counts its tries anew. @returns false if there is none */
export const sendReplyAgain = (em: EntityManager, messageId: number, replyId: string): Promise<boolean> =>
  sendAgain(em, 'reply', messageId, "id = ?::uuid and state <> 'sent'", replyId);
