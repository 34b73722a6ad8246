import { defineEntity, p } from '@mikro-orm/core';

/** Times of the latest events of one key. All processes share it. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.string().length(128).primary(),
    hits: p.array<Date>().columnType('timestamptz[]'),
    lastHitAt: p.datetime(3).index('rate_limits_last_hit_at'),
  },
});
