import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Activity } from './activity.ts';
import { mailProperties, mailStates } from './mail.ts';

export const serviceTypes = [
  'general',
  'rigging-supervision',
  'lift-plan-review',
  'equipment-assessment',
  'training-request',
  'other',
] as const;
export type ServiceType = (typeof serviceTypes)[number];
export const preferredContacts = ['phone', 'email', 'either'] as const;
export type PreferredContact = (typeof preferredContacts)[number];

/** Where an enquiry lies. */
export const folders = ['inbox', 'spam', 'trash'] as const;
export type Folder = (typeof folders)[number];

const partial = (name: string, columns: string, where: string) => ({
  name,
  expression: `create index ${name} on messages (${columns}) where ${where}`,
});

/** An enquiry. Phone and company of the visitor are not kept here: they travel in the notification. */
export const Message = defineEntity({
  name: 'Message',
  tableName: 'messages',
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    email: p.text(),
    subject: p.text(),
    message: p.text(),
    serviceType: p.enum(serviceTypes).nullable(),
    preferredContact: p.enum(preferredContacts).nullable(),
    isRead: p.boolean().default(false),
    createdAt: p.datetime(3).defaultRaw('now()'),
    // The same filled-in form sent twice has the same key: one message.
    submissionKey: p.string().length(64).nullable().unique('messages_submission_key_unique'),
    reference: p.string().length(9).defaultRaw('new_reference()').unique('messages_reference_unique'),
    folder: p.enum(folders).default('inbox'),
    spamReason: p.text().nullable(), // kept in the trash, from where it goes back to the spam
    trashedAt: p.datetime(3).nullable(),
    answeredAt: p.datetime(3).nullable(),
    remindedAt: p.datetime(3).nullable(), // when it caused a reminder
    answeredBy: p.string().length(254).nullable(), // an e-mail address; null for what was read before this was kept
  },
  // One for each table of the inbox, in its order.
  indexes: [
    partial('messages_unread_and_read', 'is_read, created_at, id', "folder = 'inbox'"),
    partial('messages_waiting', 'created_at, id', "folder = 'inbox' and answered_at is null"),
    partial('messages_answered', 'answered_at, id', "folder = 'inbox' and answered_at is not null"),
    partial('messages_spam', 'created_at, id', "folder = 'spam'"),
    partial('messages_trash', 'trashed_at, id', "folder = 'trash'"),
    {
      name: 'messages_email',
      expression: 'create index messages_email on messages (lower(email), created_at, id)',
    },
    partial('messages_not_reminded', 'created_at', "folder = 'inbox' and answered_at is null and reminded_at is null"),
  ],
});
export type Message = InferEntity<typeof Message>;

/** The columns that the visitor did not write. */
type Kept =
  | 'id'
  | 'isRead'
  | 'createdAt'
  | 'submissionKey'
  | 'reference'
  | 'folder'
  | 'spamReason'
  | 'trashedAt'
  | 'answeredAt'
  | 'remindedAt'
  | 'answeredBy';

/** What the visitor wrote of it. */
export type MessageParts = {
  [K in Exclude<keyof Message & string, Kept>]-?: Exclude<Message[K], undefined>;
};

/** What staff wrote to a visitor: a mail, and how far it has come. `who` is an e-mail address. */
export const Reply = defineEntity({
  name: 'Reply',
  tableName: 'replies',
  properties: {
    ...mailProperties(),
    message: () => p.manyToOne(Message).deleteRule('cascade').index('replies_message'),
    who: p.string().length(254),
    subject: p.text(),
    text: p.text(),
    // The same filled-in form sent twice has the same key: one reply.
    submissionKey: p.string().length(64).nullable().unique('replies_submission_key_unique'),
    activity: () => p.manyToOne(Activity).nullable().deleteRule('set null').index('replies_activity'), // tells of it
  },
  indexes: [
    {
      name: 'replies_waiting',
      expression: "create index replies_waiting on replies (created_at) where state = 'waiting'",
    },
  ],
});
export type Reply = InferEntity<typeof Reply>;

/** The mail that tells a visitor that an enquiry has come, and how far it has come. */
export const Acknowledgement = defineEntity({
  name: 'Acknowledgement',
  tableName: 'acknowledgements',
  properties: {
    ...mailProperties(),
    message: () => p.oneToOne(Message).owner().deleteRule('cascade').unique('acknowledgements_message_unique'),
  },
});
export type Acknowledgement = InferEntity<typeof Acknowledgement>;

/** A mail to the company about the enquiries that wait. */
export const Reminder = defineEntity({
  name: 'Reminder',
  tableName: 'reminders',
  properties: {
    ...mailProperties(),
  },
});

/** What staff wrote about an enquiry for one another, with the line of the activity log that says who did, and when. */
export const Note = defineEntity({
  name: 'Note',
  tableName: 'notes',
  properties: {
    activity: () => p.oneToOne(Activity).primary().owner().deleteRule('cascade').unique(false),
    message: () => p.manyToOne(Message).deleteRule('cascade').index('notes_message'),
    text: p.text(),
  },
});
export type Note = InferEntity<typeof Note>;

/** `held` is that of suspected spam: kept, in case it is none. */
export const notificationStates = ['held', ...mailStates] as const;

/** The specification's contact notification payload: what is kept of an enquiry, and what only travels. */
export type NotificationPayload = MessageParts & { phoneNumber: string | null; companyName: string | null };

/** The mail about one enquiry: what it says and how far it has come. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    ...mailProperties(),
    message: () => p.oneToOne(Message).owner().deleteRule('cascade').unique('notifications_message_unique'),
    payload: p.json<NotificationPayload>(),
    state: p.enum(notificationStates).default('waiting'),
  },
  indexes: [
    {
      name: 'notifications_waiting',
      properties: ['createdAt'],
      expression: "create index notifications_waiting on notifications (created_at) where state = 'waiting'",
    },
  ],
});
export type Notification = InferEntity<typeof Notification>;

/** The words of a message, which triggers write: the database's function `words_of` says which. */
export const MessageSearch = defineEntity({
  name: 'MessageSearch',
  tableName: 'message_search',
  properties: {
    message: () => p.oneToOne(Message).primary().owner().deleteRule('cascade').unique(false),
    words: p.text().columnType('tsvector'),
    hasPayload: p.boolean().default(true), // the words of the notification are among them
  },
  indexes: [
    {
      name: 'message_search_words',
      expression: 'create index message_search_words on message_search using gin (words)',
    },
  ],
});

/** The totals of each state, kept by a trigger in shards so that writers do not wait for one another. */
export const MessageCount = defineEntity({
  name: 'MessageCount',
  tableName: 'message_counts',
  properties: {
    shard: p.smallint().primary(),
    folder: p.text().primary(),
    isRead: p.boolean().primary(),
    isAnswered: p.boolean().primary(),
    n: p.bigint('number').default(0),
  },
});

/** The times of the latest counted events of one key, shared by all processes. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.string().length(128).primary(),
    hits: p.array<Date>().columnType('timestamptz[]'),
    lastHitAt: p.datetime(3).index('rate_limits_last_hit_at'),
  },
});
