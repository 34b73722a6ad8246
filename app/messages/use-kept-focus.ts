import { useEffect, useRef, type RefObject } from 'react';
import type { MessagePage } from './inbox.ts';

/** A row that was marked goes to the other table and takes the focus with it: then the heading has it. */
export function useKeptFocus(
  form: RefObject<HTMLFormElement>,
  heading: RefObject<HTMLHeadingElement>,
  rows: MessagePage['rows'],
): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const note = () => (wasInside.current = Boolean(form.current?.contains(document.activeElement)));
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [form]);
  useEffect(() => {
    if (wasInside.current && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [heading, rows]);
}
