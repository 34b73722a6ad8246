import type { MetaFunction } from '@remix-run/node';
import { titleOf } from './toasts/use-error-title.ts';

/** The title of an admin page, with the number of waiting enquiries in front. */
export const adminMeta =
  <Loaded = unknown>(title: string | ((loaded: Loaded) => string)): MetaFunction =>
  ({ data, matches }) => {
    const own = typeof title === 'string' ? title : title(data as Loaded);
    const shell = matches.find(({ id }) => id === 'admin/admin.layout')?.data as
      { waiting?: number | null } | undefined;
    return [{ title: titleOf(shell?.waiting ? `(${shell.waiting}) ${own}` : own, matches) }];
  };
