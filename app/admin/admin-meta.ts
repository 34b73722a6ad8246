import type { MetaFunction } from '@remix-run/node';
import { titleOf } from '../notices/title.ts';

/** The `meta` of a page of the admin area. @param title or how it follows from what the page's loader gave */
export const adminMeta =
  <Loaded = unknown>(title: string | ((loaded: Loaded) => string)): MetaFunction =>
  ({ data, matches }) => [{ title: titleOf(typeof title === 'string' ? title : title(data as Loaded), matches) }];
