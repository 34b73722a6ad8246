import { p } from '@mikro-orm/core';

export const mailStates = ['waiting', 'sent', 'failed'] as const;

/** Columns of every stored mail. */
export const mailProperties = () => ({
  id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
  state: p.enum(mailStates).default('waiting'),
  reason: p.text().nullable(),
  attempts: p.integer().default(0),
  createdAt: p.datetime(3).defaultRaw('now()'),
  sentAt: p.datetime(3).nullable(),
  failedAt: p.datetime(3).nullable(), // null for mails from before this column
});
