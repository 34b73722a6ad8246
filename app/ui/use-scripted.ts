import { useEffect, useState } from 'react';

/** Whether scripts run: false in the HTML, and true as soon as they have taken it over. */
export function useScripted(): boolean {
  const [isScripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  return isScripted;
}
