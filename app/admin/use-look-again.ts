import { useEffect } from 'react';
import { useRevalidator } from '@remix-run/react';

const LOOK_MS = 2000;

/** Loads the page's data again and again while something is under way. */
export function useLookAgain(isWaiting: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWaiting || state !== 'idle') return;
    const timer = setTimeout(revalidate, LOOK_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, state, revalidate]);
}
