import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from '@remix-run/react';
import { useScripted } from '../ui/use-scripted.ts';

export const SIDEBAR_ID = 'sidebar';

/** Wide or collapsed on large screens (a cookie keeps it), an open sheet on small ones. */
export function useSidebar(startsWide: boolean) {
  const [isWide, setWide] = useState(startsWide);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const { key } = useLocation();
  const opener = useRef<HTMLButtonElement>(null);

  const toggleWidth = useCallback(() => setWide((was) => keep(!was)), []);

  useEffect(() => {
    if (location.hash !== `#${SIDEBAR_ID}`) return;
    setSheetOpen(true); // its plain link opened it before this ran
    location.replace('#main');
  }, []);

  useEffect(() => setSheetOpen(false), [key]);

  useEffect(() => {
    const screen = matchMedia('(min-width: 48rem)'); // on narrower ones the sidebar is a sheet
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setSheetOpen(false);
      if (event.defaultPrevented) return; // the editor of a text took the key for bold
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (screen.matches) toggleWidth();
      else setSheetOpen((was) => !was);
    };
    const gone = new AbortController();
    document.addEventListener('keydown', onKey, { signal: gone.signal });
    screen.addEventListener('change', () => screen.matches && setSheetOpen(false), { signal: gone.signal });
    return () => gone.abort();
  }, [toggleWidth]);

  return { isWide, toggleWidth, isSheetOpen, setSheetOpen, opener, isScripted: useScripted() };
}

export type SidebarState = ReturnType<typeof useSidebar>;

function keep(isWide: boolean): boolean {
  document.cookie = sidebarCookie(isWide, location.protocol === 'https:');
  return isWide;
}

const SECONDS = 604_800; // 7 days

export const isSidebarWide = (cookieHeader: string | null): boolean =>
  !/(?:^|;\s*)sidebar:state=false(?:;|$)/.test(cookieHeader ?? '');

/** For `Set-Cookie` and `document.cookie` alike. */
export const sidebarCookie = (isWide: boolean, isSecure: boolean): string =>
  `sidebar:state=${isWide}; Path=/; Max-Age=${SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
