import { defineEntity, p } from '@mikro-orm/core';
import { Message } from './message.ts';

/** The indexed words of a message. Triggers write them with the function `words_of`. */
export const MessageSearch = defineEntity({
  name: 'MessageSearch',
  tableName: 'message_search',
  properties: {
    message: () => p.oneToOne(Message).primary().owner().deleteRule('cascade').unique(false),
    words: p.text().columnType('tsvector'),
    hasPayload: p.boolean().default(true), // includes the words of the notification
  },
  indexes: [
    {
      name: 'message_search_words',
      expression: 'create index message_search_words on message_search using gin (words)',
    },
  ],
});

/** Totals of each state. A trigger keeps them in shards so that writers do not wait for each other. */
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
