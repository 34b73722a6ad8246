import { useEffect, useState } from 'react';

const PATIENCE_MS = 150; // what loads sooner does not flash

export function useLong(isOn: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isOn) return setLong(false);
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isOn]);
  return isOn && isLong;
}
