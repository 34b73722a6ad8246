import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** A text for replies, with placeholders, and the ids of company documents to attach. */
export const SavedReply = defineEntity({
  name: 'SavedReply',
  tableName: 'saved_replies',
  properties: {
    id: p.integer().primary(),
    name: p.string().length(80),
    text: p.text(),
    documents: p.array(), // documents in the trash are skipped until they are restored
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
