import { useEffect, useState } from 'react';

let hasTakenOver = false;

/** Whether scripts have taken the page over: what is rendered from then on need not look like the HTML first. */
export const isTakenOver = (): boolean => hasTakenOver;

/** Whether scripts run: false in the HTML, and true as soon as they have taken it over. */
export function useScripted(): boolean {
  const [isScripted, setScripted] = useState(hasTakenOver);
  useEffect(() => {
    hasTakenOver = true;
    setScripted(true);
  }, []);
  return isScripted;
}
