import type { Notice } from './toast.ts';

/** A page's title. It says so when the page's form was not accepted, or when what the page is about could not be read. */
export function titleOf(title: string, matches: readonly { data: unknown }[]): string {
  const hasFailed = matches.some(({ data }) => {
    const loaded = data as { hasFailed?: boolean; notice?: Notice | null } | null | undefined;
    return loaded?.hasFailed === true || loaded?.notice?.kind === 'error';
  });
  return hasFailed ? `Error: ${title}` : title;
}
