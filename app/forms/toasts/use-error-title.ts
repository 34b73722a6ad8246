import { useEffect } from 'react';
import type { Toast } from './toast.ts';

/** Marks the title, as the HTML of a failed POST does. Remix does not change it for a form sent by script. */
export function useErrorTitle(answer: object | string | null | undefined): void {
  useEffect(() => {
    if (!answer) return;
    if (!document.title.startsWith('Error: ')) document.title = `Error: ${document.title}`;
    return () => void (document.title = document.title.replace(/^Error: /, ''));
  }, [answer]);
}

/** Prefixes 'Error: ' if the form was not accepted or the page could not read its data. */
export function withErrorPrefix(title: string, matches: readonly { data: unknown }[]): string {
  const hasFailed = matches.some(({ data }) => {
    const loaded = data as { hasFailed?: boolean; notice?: Toast | null } | null | undefined;
    return loaded?.hasFailed === true || loaded?.notice?.kind === 'error';
  });
  return hasFailed ? `Error: ${title}` : title;
}
