import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Activity } from './activity.ts';
import { mailProperties } from './mail.ts';
import { Message } from './message.ts';

export const inboundWays = ['folder', 'imap', 'postmark'] as const;
export type InboundWay = (typeof inboundWays)[number];

/** An enquiry, a client's answer, an automatic mail, or a delivery report. */
export const inboundKinds = ['enquiry', 'answer', 'automatic', 'report'] as const;

/**
 * A mail that came in. The store keeps the original under `mail-` and its id for 30 days; a job reads it. `failed` means
 * that it cannot be read.
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
    rawBytes: p.integer().nullable(), // null once the original is deleted
    sentTo: p.text().nullable(), // the recipient, which the headers may not name
    kind: p.enum(inboundKinds).nullable(),
    message: () => p.manyToOne(Message).nullable().deleteRule('cascade').index('inbound_mails_message'),
    activity: () => p.manyToOne(Activity).nullable().deleteRule('set null').index('inbound_mails_activity'), // the line about it
    wordsKey: p.string().length(64).nullable().unique('inbound_mails_words_key_unique'), // equal for a mail that arrives twice
    name: p.text().nullable(),
    email: p.text().nullable(),
    subject: p.text().nullable(),
    text: p.text().nullable(),
    headerId: p.text().nullable(), // its Message-ID, without brackets
    threadIds: p.array().nullable(), // the Message-IDs of the mails before it
    mentions: p.text().nullable(), // the reference of an enquiry to which the sender does not belong
    leftOut: p.array().nullable(), // names of files that break the form's rules
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

/** Our own mail to INBOUND_ADDRESS, which tests whether mail arrives. Its id is its token. */
export const RoundTrip = defineEntity({
  name: 'RoundTrip',
  tableName: 'round_trips',
  properties: {
    id: p.uuid().primary(),
    sentAt: p.datetime(3).defaultRaw('now()'),
    backAt: p.datetime(3).nullable(),
    reason: p.text().nullable(), // why it was not sent or not delivered
  },
});

/** The progress of reading a mailbox by IMAP, and the process that reads it. */
export const Mailbox = defineEntity({
  name: 'Mailbox',
  tableName: 'mailboxes',
  properties: {
    name: p.text().primary(), // the server's address, user and folder, without the password
    uidValidity: p.bigint('string').nullable(),
    lastUid: p.bigint('number').default(0),
    since: p.datetime(3).nullable(), // when its server renumbered it; older mails are old until the next full read
    reachedAt: p.datetime(3).nullable(), // the start of the last full read, which took all new mails
    reason: p.text().nullable(), // why none has succeeded since
    heldBy: p.uuid().nullable(), // the process that reads it
    heldUntil: p.datetime(3).nullable(),
  },
});
