import { defineEntity, p } from '@mikro-orm/core';

/** The times of the latest counted events of one key, shared by all processes. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.string().length(128).primary(),
    hits: p.array<Date>().columnType('timestamptz[]'),
    lastHitAt: p.datetime(3).index('rate_limits_last_hit_at'),
  },
});
