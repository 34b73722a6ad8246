import { useEffect } from 'react';

/**
 * Lets the page's title say that its form was not accepted, as the HTML of a failed POST does by itself: after one that
 * was sent by script the loaders, and with them the title, stay as they were.
 * @param answer the form's answer; null or undefined when it was accepted or not yet sent
 */
export function useErrorTitle(answer: object | string | null | undefined): void {
  useEffect(() => {
    if (!answer) return;
    if (!document.title.startsWith('Error: ')) document.title = `Error: ${document.title}`;
    return () => void (document.title = document.title.replace(/^Error: /, ''));
  }, [answer]);
}
