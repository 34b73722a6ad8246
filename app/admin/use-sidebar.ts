import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from '@remix-run/react';
import { sidebarCookie } from './sidebar-cookie.ts';

/** Where the sidebar stands beside the content; below, it is a sheet over it. */
const WIDE_SCREEN = '(min-width: 48rem)';
export const SIDEBAR_ID = 'sidebar';

/**
 * The sidebar's two states: wide or collapsed on large screens (kept in a cookie), and the open sheet on small ones.
 * @param startsWide what the server read from the cookie
 */
export function useSidebar(startsWide: boolean) {
  const [isWide, setWide] = useState(startsWide);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isScripted, setScripted] = useState(false);
  const { key } = useLocation();
  const opener = useRef<HTMLButtonElement>(null);

  const toggleWidth = useCallback(() => setWide((was) => keep(!was)), []);
  const openSheet = useCallback(() => setSheetOpen(true), []);
  const closeSheet = useCallback(() => setSheetOpen(false), []);

  useEffect(() => {
    setScripted(true);
    if (location.hash !== `#${SIDEBAR_ID}`) return;
    setSheetOpen(true); // it was opened by its plain link before this ran
    location.replace('#main');
  }, []);

  useEffect(() => setSheetOpen(false), [key]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (matchMedia(WIDE_SCREEN).matches) toggleWidth();
      else setSheetOpen((was) => !was);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [toggleWidth]);

  useEffect(() => {
    if (!isSheetOpen) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && closeSheet();
    const screen = matchMedia(WIDE_SCREEN);
    const onScreen = () => screen.matches && setSheetOpen(false);
    document.addEventListener('keydown', onKey);
    screen.addEventListener('change', onScreen);
    return () => {
      document.removeEventListener('keydown', onKey);
      screen.removeEventListener('change', onScreen);
    };
  }, [isSheetOpen, closeSheet]);

  return { isWide, toggleWidth, isSheetOpen, openSheet, closeSheet, opener, isScripted };
}

function keep(isWide: boolean): boolean {
  document.cookie = sidebarCookie(isWide, location.protocol === 'https:');
  return isWide;
}
