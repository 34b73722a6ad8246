import { useEffect, useRef, type MouseEvent } from 'react';
import { useLocation } from '@remix-run/react';
import { fieldIds } from './field.tsx';

/**
 * When a dialog with an address closes, focuses its opener, the control of the same id, the control that leads to the
 * dialog, or the first control of the page.
 * @param closeTo the page behind the dialog
 */
export function useFocusBack(closeTo: string): void {
  const { pathname } = useLocation();
  // At the first render of each address: a moment later the dialog has the focus.
  const opened = useRef<{ at: string; by: Element | null }>();
  if (opened.current?.at !== pathname && typeof document !== 'undefined')
    opened.current = { at: pathname, by: document.activeElement };
  const addresses = useRef({ pathname, behind: '' });
  addresses.current = { pathname, behind: closeTo.split('?', 1)[0]! };
  useEffect(() => {
    return () =>
      focusWhenFree(() => {
        const { pathname: own, behind } = addresses.current;
        if (location.pathname !== behind || document.activeElement !== document.body) return null;
        const opener = findOpener(opened.current?.by ?? null, own);
        return opener?.closest('details:not([open])')?.querySelector('summary') ?? opener; // in a menu that has closed
      });
  }, []);
}

function findOpener(opener: Element | null, address: string): HTMLElement | null {
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) return opener;
  const successor = opener?.id ? document.getElementById(opener.id) : null;
  const inPage = (selector: string) => document.querySelector<HTMLElement>(`main :is(${selector})`);
  const leads = [`="${address}"`, `^="${address}?"`].flatMap((value) => [`[href${value}]`, `[formaction${value}]`]);
  return successor ?? inPage(leads.join()) ?? inPage('a[href], button');
}

const TRY_MS = 50; // by then a dialog that goes has given the focus back, or the one below has taken it to its first field
const TRIES = 20; // on a slow device the page behind stays inert for longer, and takes no focus

/** After a dialog has gone, once the page takes the focus. @param find asked for a second while nothing has it */
export function focusWhenFree(find: () => HTMLElement | null | undefined, tries = TRIES): void {
  setTimeout(() => {
    find()?.focus({ preventScroll: true });
    if (document.activeElement === document.body && tries > 1) focusWhenFree(find, tries - 1);
  }, TRY_MS);
}

/** Screen readers say nothing of a field that has the focus already: its error appears again, as an alert. */
export function focusFirstWrong(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[data-conflict], [aria-invalid=true]');
  const error = first && document.getElementById(fieldIds(first.id).error);
  if (first !== document.activeElement) first?.focus();
  else if (error) {
    error.role = 'alert';
    error.parentElement?.insertBefore(error, error.nextSibling);
  }
}

/** For a button that goes with what it closes. */
export const closing = (close: () => void) => (event: MouseEvent) => {
  const around = event.currentTarget.closest<HTMLElement>('[role=dialog]') ?? document.getElementById('main');
  if (event.currentTarget === document.activeElement) around?.focus({ preventScroll: true });
  close();
};
