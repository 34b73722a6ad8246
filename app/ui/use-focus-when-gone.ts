import { useEffect, useRef } from 'react';

/** Takes the focus when `changing` has removed the focused element. */
export function useFocusWhenGone<Place extends HTMLElement>(changing: unknown, preventScroll = true) {
  const place = useRef<Place>(null);
  const shown = useRef(changing);
  useEffect(() => {
    if (shown.current === changing) return;
    shown.current = changing;
    // a reader without focus stays in place
    if (document.activeElement === document.body) place.current?.focus({ preventScroll });
  }, [changing, preventScroll]);
  return place;
}
