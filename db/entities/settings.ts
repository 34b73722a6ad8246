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
    version: p.integer().version().default(1),
  },
  checks: [
    { name: 'settings_one_row', expression: 'id = 1' },
    { name: 'settings_retention_months', expression: 'retention_months >= 12' },
  ],
});
export type Settings = InferEntity<typeof Settings>;
