import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Account } from './account.ts';
import { Activity } from './activity.ts';
import { mailProperties } from './mail.ts';

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

export type CameBy = 'phone' | 'whatsapp' | 'in-person';

/** The subject of a note. */
export type Contact = 'call' | 'visit';

export const folders = ['inbox', 'spam', 'trash'] as const;
export type Folder = (typeof folders)[number];

/** SQL: an enquiry that waits for an answer now, and one that is put off. Only these define the two states. */
export const WAITING = "folder = 'inbox' and answered_at is null and later_until is null";
export const LATER = "folder = 'inbox' and later_until is not null";

const partial = (name: string, columns: string, where: string) => ({
  name,
  expression: `create index ${name} on messages (${columns}) where ${where}`,
});

/**
 * An account while it belongs to an active admin; triggers maintain it. When the account goes, deleting this one row
 * releases all its enquiries. An admin who comes back starts with none.
 */
export const Owner = defineEntity({
  name: 'Owner',
  tableName: 'owners',
  properties: {
    id: p.integer().primary(),
    account: () => p.oneToOne(Account).owner().nullable().deleteRule('set null').unique('owners_account_unique'),
  },
});

/** An enquiry. The visitor's phone and company are only in the notification. */
export const Message = defineEntity({
  name: 'Message',
  tableName: 'messages',
  properties: {
    id: p.integer().primary(),
    name: p.text(),
    email: p.text(), // may be empty
    subject: p.text(),
    message: p.text(),
    serviceType: p.enum(serviceTypes).nullable(),
    preferredContact: p.enum(preferredContacts).nullable(),
    isRead: p.boolean().default(false),
    createdAt: p.datetime(3).defaultRaw('now()'),
    // Equal for a form that is sent twice: it makes one message.
    submissionKey: p.string().length(64).nullable().unique('messages_submission_key_unique'),
    reference: p.string().length(9).defaultRaw('new_reference()').unique('messages_reference_unique'),
    folder: p.enum(folders).default('inbox'),
    spamReason: p.text().nullable(), // kept in the trash, so that a restored enquiry is spam again
    trashedAt: p.datetime(3).nullable(),
    answeredAt: p.datetime(3).nullable(),
    remindedAt: p.datetime(3).nullable(), // when it was part of a reminder
    answeredBy: p.string().length(254).nullable(), // an e-mail address; null for those read before this column
    waitsSince: p.datetime(3).nullable(), // when the client wrote again after an answer; null counts from createdAt
    firstAnsweredAt: p.datetime(3).nullable(), // kept when it waits again
    replyToken: p.string().length(32).nullable(), // part of the address for the client's answers
    owner: () => p.manyToOne(Owner).nullable().deleteRule('set null').index(false),
    laterUntil: p.datetime(3).nullable(), // set while it is put off
    cameBy: p.string().length(20).$type<CameBy>().nullable(), // of an enquiry logged by staff
    loggedBy: p.string().length(254).nullable(), // an e-mail address
  },
  // One for each table of the inbox, in its order.
  indexes: [
    partial('messages_unread_and_read', 'is_read, created_at, id', "folder = 'inbox'"),
    partial('messages_waits_now', 'coalesce(waits_since, created_at), id', WAITING),
    partial('messages_later', 'later_until, id', LATER),
    partial('messages_mine', 'owner_id, coalesce(waits_since, created_at), id', `${WAITING} and owner_id is not null`),
    partial(
      'messages_mine_rest',
      'owner_id, coalesce(waits_since, created_at), id',
      "folder = 'inbox' and (answered_at is not null or later_until is not null) and owner_id is not null",
    ),
    // The previous release reads it; the next one drops it.
    partial('messages_waits', 'coalesce(waits_since, created_at), id', "folder = 'inbox' and answered_at is null"),
    partial('messages_answered', 'answered_at, id', "folder = 'inbox' and answered_at is not null"),
    partial('messages_spam', 'created_at, id', "folder = 'spam'"),
    partial('messages_trash', 'trashed_at, id', "folder = 'trash'"),
    {
      name: 'messages_email',
      expression: 'create index messages_email on messages (lower(email), created_at, id)',
    },
    {
      name: 'messages_reply_token',
      expression: 'create unique index messages_reply_token on messages (reply_token) where reply_token is not null',
    },
    partial('messages_not_reminded', 'created_at', "folder = 'inbox' and answered_at is null and reminded_at is null"),
  ],
});
export type Message = InferEntity<typeof Message>;

/** The columns that the visitor writes. */
type Part = 'name' | 'email' | 'subject' | 'message' | 'serviceType' | 'preferredContact';
export type MessageParts = { [Name in Part]-?: Exclude<Message[Name], undefined> };

/** An internal note about an enquiry. Its activity has author and time. */
export const Note = defineEntity({
  name: 'Note',
  tableName: 'notes',
  properties: {
    activity: () => p.oneToOne(Activity).primary().owner().deleteRule('cascade').unique(false),
    message: () => p.manyToOne(Message).deleteRule('cascade').index('notes_message'),
    text: p.text(),
    contact: p.string().length(10).$type<Contact>().nullable(), // its subject and the time of that
    contactAt: p.datetime(3).nullable(),
  },
});
export type Note = InferEntity<typeof Note>;

/** A mail to the owner, or else the office, about enquiries that were put off and have come back. */
export const Return = defineEntity({
  name: 'Return',
  tableName: 'returns',
  properties: {
    ...mailProperties(),
    owner: () => p.manyToOne(Owner).nullable().deleteRule('set null').index(false),
    messages: p.array((id) => Number(id)).columnType('int[]'), // ids; the mail leaves out erased ones
  },
});
