import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A text that staff put into replies, with placeholders, and the ids of company documents that go with it. */
export const SavedReply = defineEntity({
  name: 'SavedReply',
  tableName: 'saved_replies',
  properties: {
    id: p.integer().primary(),
    name: p.string().length(80),
    text: p.text(),
    documents: p.array(), // one that is in the trash is left out, and is there again once it is restored
    version: p.integer().version().default(1),
  },
  indexes: [
    {
      name: 'saved_replies_name',
      expression: 'create unique index saved_replies_name on saved_replies (lower(name))',
    },
  ],
});
export type SavedReply = InferEntity<typeof SavedReply>;
