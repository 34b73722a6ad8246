import { useNavigation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

/** Counts the bulk changes that have been done, so that the tables drop their selection; one that failed keeps it. */
export function useBulkChanges(hasFailed: boolean): number {
  const { state, formData } = useNavigation();
  const [done, setDone] = useState(0);
  const isUnderWay = useRef(false);
  const intent = formData?.get('intent');
  useEffect(() => {
    if (intent === 'read' || intent === 'unread') isUnderWay.current = true;
    if (state !== 'idle' || !isUnderWay.current) return;
    isUnderWay.current = false;
    if (!hasFailed) setDone((now) => now + 1);
  }, [state, intent, hasFailed]);
  return done;
}
