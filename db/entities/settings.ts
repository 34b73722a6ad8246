import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

export const Settings = defineEntity({
  name: 'Settings',
  tableName: 'settings',
  properties: {
    id: p.integer().primary().autoincrement(false).default(1),
    acknowledgement: p.boolean().default(false), // whether visitors get a mail about their enquiry
    retentionMonths: p.integer().nullable(), // older enquiries are deleted; null keeps all
    saySpeed: p.boolean().default(false), // whether the contact page says how fast enquiries are answered
    secondFactorForAdmins: p.boolean().default(false), // whether admins need one
    mailTo: p.text().nullable(), // recipients of notifications, separated by commas; null is MAIL_TO
    backupAt: p.string().length(5).nullable(), // HH:MM in the company's time zone; null makes none
    backupSince: p.datetime(3).defaultRaw('now()'), // when `backupAt` was set: nothing is due before
    notForUs: p.array().nullable(), // set-up steps that admins have skipped; not a setting of the form
    mailTested: p.text().nullable(), // the mail service that passed the last test
    version: p.integer().version().default(1),
  },
  checks: [
    { name: 'settings_one_row', expression: 'id = 1' },
    { name: 'settings_retention_months', expression: 'retention_months >= 12' },
  ],
});
export type Settings = InferEntity<typeof Settings>;

/** A waiting, running, finished or failed backup. Backups leave it out. */
export const Backup = defineEntity({
  name: 'Backup',
  tableName: 'backups',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    due: p.datetime(3).nullable().unique('backups_due_unique'), // null if staff asked for it
    state: p.enum(['waiting', 'running', 'done', 'failed']).default('waiting'),
    reason: p.text().nullable(), // why it failed, or what is missing from it
    name: p.text().nullable(), // null without a file, or for a file made by command
    sizeBytes: p.bigint('number').nullable(),
    attempts: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
    startedAt: p.datetime(3).nullable(),
    endedAt: p.datetime(3).nullable(),
    heldUntil: p.datetime(3).nullable(), // until then its process counts as alive
  },
});
