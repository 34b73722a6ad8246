import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What admins set for the whole product: one row, a column for each setting. */
export const Settings = defineEntity({
  name: 'Settings',
  tableName: 'settings',
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    acknowledgement: p.boolean().default(false), // whether visitors get a mail about their enquiry
    retentionMonths: p.integer().nullable(), // older enquiries are deleted; null keeps all
    saySpeed: p.boolean().default(false), // whether the contact page says how fast enquiries are answered
    secondFactorForAdmins: p.boolean().default(false), // whether admins have to have one
    mailTo: p.text().nullable(), // who is told of enquiries, with commas; null is MAIL_TO
    backupAt: p.string().length(5).nullable(), // HH:MM in the company's time zone; null makes none
    backupSince: p.datetime(3).defaultRaw('now()'), // when that was set: nothing falls due before
    notForUs: p.array().nullable(), // steps of the set-up that admins have left out; no setting of the form
    mailTested: p.text().nullable(), // the mail service that took the last test
    version: p.integer().version().default(1),
  },
  checks: [
    { name: 'settings_one_row', expression: 'id = 1' },
    { name: 'settings_retention_months', expression: 'retention_months >= 12' },
  ],
});
export type Settings = InferEntity<typeof Settings>;

/** A backup that is to be made, is being made, was made or failed. Kept out of backups. */
export const Backup = defineEntity({
  name: 'Backup',
  tableName: 'backups',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    due: p.datetime(3).nullable().unique('backups_due_unique'), // null if staff asked for it
    state: p.enum(['waiting', 'running', 'done', 'failed']).default('waiting'),
    reason: p.text().nullable(), // why it failed, or what it lacks
    name: p.text().nullable(), // null if it was made by command, or not
    sizeBytes: p.bigint('number').nullable(),
    attempts: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
    startedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    heldUntil: p.datetime(3).nullable(), // until when its process counts as alive
  },
});
