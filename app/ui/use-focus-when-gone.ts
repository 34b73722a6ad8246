import { useEffect, useRef } from 'react';

/** Takes the focus when `changing` has removed the focused element. @param scrolled what then begins at its top */
export function useFocusWhenGone<Place extends HTMLElement>(changing: unknown, scrolled?: string) {
  const place = useRef<Place>(null);
  const shown = useRef(changing);
  useEffect(() => {
    if (shown.current === changing) return;
    shown.current = changing;
    if (scrolled) for (const each of document.querySelectorAll(scrolled)) each.scrollTo(0, 0);
    // a reader without focus stays in place
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true });
  }, [changing, scrolled]);
  return place;
}
