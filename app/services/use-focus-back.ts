import { useEffect, useRef } from 'react';
import { useLocation } from '@remix-run/react';
import { paths } from '../paths.ts';

/** When a dialog of the list closes, the keyboard goes on at the link that opened it, or at the first one if that is gone. */
export function useFocusBack(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    const opened = previous.current;
    previous.current = pathname;
    if (opened === pathname || pathname !== paths.admin.services) return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return; // the dialog has seen to it
      const link = (address: string) => document.querySelector<HTMLElement>(`main a[href="${address}"]`);
      (link(opened) ?? link(paths.admin.newService))?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
