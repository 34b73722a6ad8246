import { useParams } from '@remix-run/react';
import { useEffect, useRef, type RefObject } from 'react';
import type { MessagePage } from './inbox.ts';

const DIALOG_GONE_MS = 50; // by then it has given the focus back, if it could

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

/**
 * A dialog gives the focus back to the button that opened it. That one went to the other table with its row when the
 * message was marked read: its successor gets the focus.
 */
export function useFocusAfterDialog(): void {
  const { id } = useParams();
  const shown = useRef<string>();
  useEffect(() => {
    const opener = `view-${shown.current}`;
    shown.current = id;
    if (id) return;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) document.getElementById(opener)?.focus({ preventScroll: true });
    }, DIALOG_GONE_MS);
    return () => clearTimeout(timer);
  }, [id]);
}
