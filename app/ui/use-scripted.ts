import { useEffect, useState } from 'react';

let hasTakenOver = false;

/** Whether React has hydrated the page: later renders need not match the HTML. */
export const isTakenOver = (): boolean => hasTakenOver;

/** False in the HTML, true once scripts run. */
export function useScripted(): boolean {
  const [isScripted, setScripted] = useState(hasTakenOver);
  useEffect(() => {
    hasTakenOver = true;
    setScripted(true);
  }, []);
  return isScripted;
}
