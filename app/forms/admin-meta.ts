import type { MetaFunction } from '@remix-run/node';
import { titleOf } from './toasts/title.ts';

/**
 * The `meta` of a page of the admin area; the number of enquiries that wait stands in front.
 * @param title or how it follows from what the page's loader gave
 */
export const adminMeta =
  <Loaded = unknown>(title: string | ((loaded: Loaded) => string)): MetaFunction =>
  ({ data, matches }) => {
    const own = typeof title === 'string' ? title : title(data as Loaded);
    const shell = matches.find(({ id }) => id === 'admin/admin.layout')?.data as
      { waiting?: number | null } | undefined;
    return [{ title: titleOf(shell?.waiting ? `(${shell.waiting}) ${own}` : own, matches) }];
  };
