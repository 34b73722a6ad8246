import { defineEntity, p } from '@mikro-orm/core';
import { Message } from './message.ts';

/** The words of a message, which triggers write: the database's function `words_of` says which. */
export const MessageSearch = defineEntity({
  name: 'MessageSearch',
  tableName: 'message_search',
  properties: {
    message: () => p.oneToOne(Message).primary().owner().deleteRule('cascade').unique(false),
    words: p.text().columnType('tsvector'),
    hasPayload: p.boolean().default(true), // the words of the notification are among them
  },
  indexes: [
    {
      name: 'message_search_words',
      expression: 'create index message_search_words on message_search using gin (words)',
    },
  ],
});

/** The totals of each state, kept by a trigger in shards so that writers do not wait for one another. */
export const MessageCount = defineEntity({
  name: 'MessageCount',
  tableName: 'message_counts',
  properties: {
    shard: p.smallint().primary(),
    folder: p.text().primary(),
    isRead: p.boolean().primary(),
    isAnswered: p.boolean().primary(),
    isLater: p.boolean().primary(),
    n: p.bigint('number').default(0),
  },
});
