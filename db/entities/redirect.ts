import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** An address that has moved, or that is gone if `toPath` is null. Paths are decoded. */
export const Redirect = defineEntity({
  name: 'Redirect',
  tableName: 'redirects',
  properties: {
    id: p.integer().primary(),
    fromPath: p.string().length(300).unique('redirects_from_path_unique'),
    toPath: p.string().length(300).nullable(),
    version: p.integer().version().default(1),
  },
});
export type Redirect = InferEntity<typeof Redirect>;

/** Daily numbers of requests for a missing address. Written in batches; at most 1,000 paths. */
export const MissingPath = defineEntity({
  name: 'MissingPath',
  tableName: 'missing_paths',
  properties: {
    path: p.string().length(300).primary(),
    day: p.date().primary().defaultRaw('current_date'),
    hits: p.integer(),
  },
});
