import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What happened to an item: `found` is the state from before its history began, `moved` an order, `marked` many at once. */
export const revisionActs = ['found', 'added', 'changed', 'restored', 'undone', 'deleted', 'moved', 'marked'] as const;

/**
 * What an item was after each save. Its row may be gone: a revision outlives it as long as it can come back. A noun's
 * order, and what was done to many items at once, are revisions without an item.
 */
export const Revision = defineEntity({
  name: 'Revision',
  tableName: 'revisions',
  properties: {
    id: p.integer().primary(),
    noun: p.string().length(40),
    itemId: p.integer().nullable(),
    at: p.datetime(3).defaultRaw('now()'),
    who: p.string().length(254).nullable(), // nobody knows of what was found
    act: p.enum(revisionActs),
    state: p.json<Record<string, unknown>>(),
    /** What was in force before. */
    parent: () => p.manyToOne(Revision).mapToPk().nullable().deleteRule('set null').index('revisions_parent'),
    /** The one that an undo has put in force again. */
    returnsTo: () => p.manyToOne(Revision).mapToPk().nullable().deleteRule('set null').index('revisions_returns_to'),
  },
  indexes: [
    { name: 'revisions_of_item', properties: ['noun', 'itemId', 'id'] },
    {
      name: 'revisions_file',
      expression: `create index revisions_file on revisions ((state ->> 'fileKey')) where noun = 'documents'`,
    },
  ],
});
export type Revision = InferEntity<typeof Revision>;

/** The rows that were deleted in the last 30 days, whole. */
export const Trashed = defineEntity({
  name: 'Trashed',
  tableName: 'trash',
  properties: {
    revision: () => p.oneToOne(Revision).mapToPk().primary().deleteRule('cascade'), // tells of the deletion
    noun: p.string().length(40),
    itemId: p.integer(),
    deletedAt: p.datetime(3).defaultRaw('now()'),
    row: p.json<Record<string, unknown>>(),
  },
  uniques: [{ name: 'trash_item_unique', properties: ['noun', 'itemId'] }],
  indexes: [{ name: 'trash_list', properties: ['noun', 'deletedAt', 'revision'] }],
});
export type Trashed = InferEntity<typeof Trashed>;
