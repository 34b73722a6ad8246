import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Activity } from './activity.ts';
import { mailProperties } from './mail.ts';
import { Message } from './message.ts';

/** How a mail came to us. */
export const inboundWays = ['folder', 'imap', 'postmark'] as const;
export type InboundWay = (typeof inboundWays)[number];

/**
 * What a mail turned out to be: a new enquiry, an answer of a client, what a machine sent by itself, or a delivery report.
 */
export const inboundKinds = ['enquiry', 'answer', 'automatic', 'report'] as const;

/**
 * A mail that came in. The store keeps it as it came under `mail-` and its id for 30 days; a job reads it. `failed` is one
 * that cannot be read.
 */
export const InboundMail = defineEntity({
  name: 'InboundMail',
  tableName: 'inbound_mails',
  properties: {
    id: p.uuid().primary(),
    state: p.enum(['waiting', 'read', 'failed'] as const).default('waiting'),
    reason: p.text().nullable(),
    way: p.enum(inboundWays),
    createdAt: p.datetime(3).defaultRaw('now()'),
    failedAt: p.datetime(3).nullable(),
    rawBytes: p.integer().nullable(), // null once the mail as it came is gone
    sentTo: p.text().nullable(), // where the headers may not say it
    kind: p.enum(inboundKinds).nullable(),
    message: () => p.manyToOne(Message).nullable().deleteRule('cascade').index('inbound_mails_message'),
    activity: () => p.manyToOne(Activity).nullable().deleteRule('set null').index('inbound_mails_activity'), // tells of it
    wordsKey: p.string().length(64).nullable().unique('inbound_mails_words_key_unique'), // the same mail twice is one
    name: p.text().nullable(),
    email: p.text().nullable(),
    subject: p.text().nullable(),
    text: p.text().nullable(),
    headerId: p.text().nullable(), // its Message-ID, without brackets
    threadIds: p.array().nullable(), // the Message-IDs of the mails before it
    mentions: p.text().nullable(), // the reference of an enquiry that its sender has no part in
    leftOut: p.array().nullable(), // the names of files that break the rules of the form
  },
  indexes: [
    {
      name: 'inbound_mails_unread',
      expression: "create index inbound_mails_unread on inbound_mails (created_at) where state <> 'read'",
    },
    {
      name: 'inbound_mails_email',
      expression: 'create index inbound_mails_email on inbound_mails (lower(email))',
    },
    {
      name: 'inbound_mails_raw',
      expression: 'create index inbound_mails_raw on inbound_mails (created_at) where raw_bytes is not null',
    },
  ],
});
export type InboundMail = InferEntity<typeof InboundMail>;

/** The mail that tells the office of a client's answer. */
export const AnswerNotification = defineEntity({
  name: 'AnswerNotification',
  tableName: 'answer_notifications',
  properties: {
    ...mailProperties(),
    mail: () => p.oneToOne(InboundMail).owner().deleteRule('cascade').unique('answer_notifications_mail_unique'),
    message: () => p.manyToOne(Message).deleteRule('cascade').index('answer_notifications_message'),
  },
  indexes: [
    {
      name: 'answer_notifications_waiting',
      expression:
        "create index answer_notifications_waiting on answer_notifications (created_at) where state = 'waiting'",
    },
  ],
});
export type AnswerNotification = InferEntity<typeof AnswerNotification>;

/** A mail of our own to INBOUND_ADDRESS, sent to see whether it comes back. Its id is its token. */
export const RoundTrip = defineEntity({
  name: 'RoundTrip',
  tableName: 'round_trips',
  properties: {
    id: p.uuid().primary(),
    sentAt: p.datetime(3).defaultRaw('now()'),
    backAt: p.datetime(3).nullable(),
    reason: p.text().nullable(), // why it did not go out, or was not delivered
  },
});

/** A mailbox that is read by IMAP: how far, and by which process. One row. */
export const Mailbox = defineEntity({
  name: 'Mailbox',
  tableName: 'mailboxes',
  properties: {
    name: p.text().primary(), // the server's address, the user and the folder, without the password
    uidValidity: p.bigint('string').nullable(),
    lastUid: p.bigint('number').default(0),
    since: p.datetime(3).nullable(), // its server has numbered it anew: until the next whole look, mails of before are old
    reachedAt: p.datetime(3).nullable(), // when the last whole look began, which took all that was new
    reason: p.text().nullable(), // why there was none since then
    heldBy: p.uuid().nullable(), // the process that reads it
    heldUntil: p.datetime(3).nullable(),
  },
});
