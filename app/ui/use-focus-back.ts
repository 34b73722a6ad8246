import { useEffect, useRef } from 'react';
import { useLocation } from '@remix-run/react';
import { focusWhenFree } from './focus-when-free.ts';

/**
 * When a dialog with an address of its own gives way to the page behind it, the keyboard goes on at what opened it: the
 * same control, its successor of the same id, the control that leads to the dialog's address, or, when a deleted row took
 * them all along, the first control of the page.
 * @param closeTo the address of the page behind the dialog
 */
export function useFocusBack(closeTo: string): void {
  const { pathname } = useLocation();
  // At the first render of each address: a moment later the dialog takes the focus itself.
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
        return findOpener(opened.current?.by ?? null, own);
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
