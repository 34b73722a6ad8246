import { useEffect, useRef } from 'react';

/**
 * The keyboard goes on here when a change has taken away what had the focus.
 * @param changing what changes then
 */
export function useFocusWhenGone<Place extends HTMLElement>(changing: unknown) {
  const place = useRef<Place>(null);
  const shown = useRef(changing);
  useEffect(() => {
    if (shown.current === changing) return;
    shown.current = changing;
    // without scrolling: whoever reads with nothing in focus stays where he is
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [changing]);
  return place;
}
