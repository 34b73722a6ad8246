import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** `found` is the state before the history began, `moved` an order, `marked` many items at once. */
export const revisionActs = ['found', 'added', 'changed', 'restored', 'undone', 'deleted', 'moved', 'marked'] as const;

/**
 * The state of an item after a save. It outlives a deleted row as long as the row can be restored. An order, and a change
 * of many items at once, are revisions without an item.
 */
export const Revision = defineEntity({
  name: 'Revision',
  tableName: 'revisions',
  properties: {
    id: p.integer().primary(),
    noun: p.string().length(40),
    itemId: p.integer().nullable(),
    at: p.datetime(3).defaultRaw('now()'),
    who: p.string().length(254).nullable(), // null: unknown for `found`
    act: p.enum(revisionActs),
    state: p.json<Record<string, unknown>>(),
    /** The revision in force before. */
    parent: () => p.manyToOne(Revision).mapToPk().nullable().deleteRule('set null').index('revisions_parent'),
    /** The revision that an undo has put in force again. */
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

/** Whole rows deleted in the last 30 days. */
export const Trashed = defineEntity({
  name: 'Trashed',
  tableName: 'trash',
  properties: {
    revision: () => p.oneToOne(Revision).mapToPk().primary().deleteRule('cascade'), // the revision of the deletion
    noun: p.string().length(40),
    itemId: p.integer(),
    deletedAt: p.datetime(3).defaultRaw('now()'),
    row: p.json<Record<string, unknown>>(),
  },
  uniques: [{ name: 'trash_item_unique', properties: ['noun', 'itemId'] }],
  indexes: [{ name: 'trash_list', properties: ['noun', 'deletedAt', 'revision'] }],
});
export type Trashed = InferEntity<typeof Trashed>;
