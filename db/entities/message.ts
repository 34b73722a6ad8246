import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

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
  },
  indexes: [{ name: 'messages_inbox', properties: ['isRead', 'createdAt', 'id'] }],
});
export type Message = InferEntity<typeof Message>;

/** What the visitor wrote of it: every column that the product does not fill in by itself. */
export type MessageParts = {
  [K in Exclude<keyof Message & string, 'id' | 'isRead' | 'createdAt' | 'submissionKey'>]-?: Exclude<
    Message[K],
    undefined
  >;
};

export const notificationStates = ['waiting', 'sent', 'failed'] as const;

/** The specification's contact notification payload: what is kept of an enquiry, and what only travels. */
export type NotificationPayload = MessageParts & { phoneNumber: string | null; companyName: string | null };

/** The mail about one enquiry: what it says and how far it has come. */
export const Notification = defineEntity({
  name: 'Notification',
  tableName: 'notifications',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    message: () => p.oneToOne(Message).owner().deleteRule('cascade').unique('notifications_message_unique'),
    payload: p.json<NotificationPayload>(),
    state: p.enum(notificationStates).default('waiting'),
    reason: p.text().nullable(),
    attempts: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
    sentAt: p.datetime(3).nullable(),
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

/** Unread and read totals, kept by a trigger in shards so that writers do not wait for one another. */
export const MessageCount = defineEntity({
  name: 'MessageCount',
  tableName: 'message_counts',
  properties: {
    shard: p.smallint().primary(),
    isRead: p.boolean().primary(),
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
