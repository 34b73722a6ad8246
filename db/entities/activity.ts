import { defineEntity, p } from '@mikro-orm/core';

/** What staff, or somebody at the command line, did. A trigger lets nobody change a line, or delete one of the last 12 months. */
export const Activity = defineEntity({
  name: 'Activity',
  tableName: 'activities',
  properties: {
    id: p.integer().primary(),
    at: p.datetime(3).defaultRaw('now()'),
    kind: p.string().length(40),
    who: p.string().length(254), // an e-mail address, as accounts may go, or 'command line'
    what: p.text(), // enquiries by their references: never an address of a visitor
    noun: p.string().length(40).nullable(), // what it was done to, such as a service or an enquiry, and its id
    nounId: p.integer().nullable(),
    address: p.string().length(64).nullable(), // the client's, if there was one
  },
});
