import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** Acts of staff and clients that the history of an enquiry shows. */
export const enquiryActs = [
  'read',
  'answered',
  'reopened',
  'note',
  'reply',
  'spam',
  'not-spam',
  'trashed',
  'restored',
  'undone',
  'client-answer',
  'automatic-answer',
  'not-delivered',
  'taken',
  'given',
  'given-back',
  'later',
  'back',
] as const;
export type EnquiryAct = (typeof enquiryActs)[number];

/** An act of staff or of the command line. A trigger refuses changes, and deletions within 12 months. */
export const Activity = defineEntity({
  name: 'Activity',
  tableName: 'activities',
  properties: {
    id: p.integer().primary(),
    at: p.datetime(3).defaultRaw('now()'),
    kind: p.string().length(40),
    who: p.string().length(254), // an e-mail address (the account may be gone) or 'command line'
    what: p.text(), // names enquiries by their references, never by a visitor's address
    noun: p.string().length(40).nullable(), // the kind of thing it was done to, such as a service, and its id
    nounId: p.integer().nullable(),
    act: p.enum(enquiryActs).columnType('varchar(20)').nullable(),
    address: p.string().length(64).nullable(), // the client's, if there was one
  },
  // One for each filter of the page in its order, and one for the history of an enquiry.
  indexes: [
    { name: 'activities_at', properties: ['at', 'id'] },
    { name: 'activities_who', properties: ['who', 'at', 'id'] },
    { name: 'activities_kind', properties: ['kind', 'at', 'id'] },
    { name: 'activities_who_kind', properties: ['who', 'kind', 'at', 'id'] },
    {
      name: 'activities_of_message',
      expression: "create index activities_of_message on activities (noun_id, id) where noun = 'messages'",
    },
  ],
});
export type Activity = InferEntity<typeof Activity>;
