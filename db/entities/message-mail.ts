import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Activity } from './activity.ts';
import { mailProperties, mailStates } from './mail.ts';
import { Message, type MessageParts } from './message.ts';

/** A mail of staff to a visitor. `who` is an e-mail address. */
export const Reply = defineEntity({
  name: 'Reply',
  tableName: 'replies',
  properties: {
    ...mailProperties(),
    message: () => p.manyToOne(Message).deleteRule('cascade').index('replies_message'),
    who: p.string().length(254),
    subject: p.text(),
    text: p.text(),
    documents: p.array().nullable(), // the ids of attached company documents
    // Equal for a form that is sent twice: it makes one reply.
    submissionKey: p.string().length(64).nullable().unique('replies_submission_key_unique'),
    activity: () => p.manyToOne(Activity).nullable().deleteRule('set null').index('replies_activity'), // the line about it
    goesAt: p.datetime(3).nullable(), // can be taken back until then; null once its sending has begun
    states: p.json<{ before: object[]; after: object[] }>().nullable(), // of the enquiry, before and after it
  },
  indexes: [
    {
      name: 'replies_waiting',
      expression: "create index replies_waiting on replies (created_at) where state = 'waiting'",
    },
    {
      name: 'replies_failed',
      expression: 'create index replies_failed on replies (failed_at) where failed_at is not null',
    },
  ],
});
export type Reply = InferEntity<typeof Reply>;

/** The mail that confirms an enquiry to its visitor. */
export const Acknowledgement = defineEntity({
  name: 'Acknowledgement',
  tableName: 'acknowledgements',
  properties: {
    ...mailProperties(),
    message: () => p.oneToOne(Message).owner().deleteRule('cascade').unique('acknowledgements_message_unique'),
  },
});
export type Acknowledgement = InferEntity<typeof Acknowledgement>;

/** A mail to the company about waiting enquiries. */
export const Reminder = defineEntity({
  name: 'Reminder',
  tableName: 'reminders',
  properties: {
    ...mailProperties(),
  },
});

/** Another mail to the company, in parts, each with an address of the staff area. */
export const OfficeMail = defineEntity({
  name: 'OfficeMail',
  tableName: 'office_mails',
  properties: {
    ...mailProperties(),
    subject: p.text(),
    parts: p.json<{ text: string; to: string }[]>(),
  },
});

/** `held` is for suspected spam, which may be none. */
export const notificationStates = ['held', ...mailStates] as const;

/** The specification's contact notification payload: what is kept of an enquiry, and what only travels. */
export type NotificationPayload = Pick<MessageParts, 'name' | 'email' | 'subject' | 'message'> &
  Partial<MessageParts> & { phoneNumber: string | null; companyName: string | null };

/** The mail about one enquiry. */
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
    {
      name: 'notifications_failed',
      expression: 'create index notifications_failed on notifications (failed_at) where failed_at is not null',
    },
  ],
});
export type Notification = InferEntity<typeof Notification>;
