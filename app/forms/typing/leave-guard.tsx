import { useEffect, useRef, useState } from 'react';
import { createPath, useBlocker, useNavigate, type Location } from '@remix-run/react';
import { useRootData } from '../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { unsavedForms, forgetSubmitted, keepSubmitted } from './kept-typing.ts';

/** Some forms and links of a message lead to the message itself. */
const readPage = (address: string) => address.replace(/[?&](form|all)=\w+|#.*/g, '');

const SLOW_MS = 1000;

/** Asks before somebody leaves a page with unsaved changes: by link, dialog, Back, reload or closing the tab. */
export function LeaveGuard() {
  const isLeaving = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (isLeaving.current) return false;
    const next = readPage(createPath(nextLocation));
    const unsaved = next === readPage(createPath(currentLocation)) ? [] : unsavedForms(next);
    return unsaved.length > 0 && !unsaved.some(({ action }) => readPage(action) === next); // sending a form is not leaving
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsavedForms().length) event.preventDefault(); // the browser asks in its own words
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  useForgetSaved();
  const unanswered = useRef<Location | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (blocker.state === 'blocked') unanswered.current = blocker.location;
    else if (unanswered.current) {
      // The router unblocks when another navigation ends, such as a failed save: this asks again.
      const { current: asked } = unanswered;
      unanswered.current = null;
      navigate(asked, { state: asked.state as unknown, preventScrollReset: true });
    }
  }, [blocker, navigate]);
  const isBlocked = blocker.state === 'blocked';
  const [isSlow, setSlow] = useState(false);
  const onSaved = useRef<() => void>();
  useEffect(() => {
    if (!isBlocked) return;
    const look = setInterval(() => unsavedForms().length || onSaved.current?.(), 50);
    const slow = setTimeout(setSlow, SLOW_MS, true);
    return () => {
      clearInterval(look);
      clearTimeout(slow);
      setSlow(false);
    };
  }, [isBlocked]);
  if (!isBlocked) return null;
  const { location: asked, proceed, reset } = blocker;
  const isSaving = unsavedForms().every(({ discard }) => !discard);
  const stay = () => {
    unanswered.current = null;
    reset();
  };
  const leave = () => {
    unanswered.current = null;
    try {
      proceed();
    } catch (error) {
      if (!/blocker state/.test(String(error))) throw error;
      // The router has just unblocked, before this component has rendered again.
      isLeaving.current = true;
      navigate(asked, { state: asked.state as unknown, preventScrollReset: true });
      isLeaving.current = false;
    }
  };
  onSaved.current = leave;
  return isSaving && !isSlow ? null : <Question {...{ isSaving }} onStay={stay} onLeave={leave} />;
}

/** Deletes drafts when a toast says that something was saved. */
function useForgetSaved(): void {
  const done = useRootData()?.notice?.id;
  useEffect(() => {
    if (done) forgetSubmitted();
  }, [done]);
  useEffect(() => keepSubmitted, []);
}

function Question({ isSaving, onStay, onLeave }: { isSaving: boolean; onStay: () => void; onLeave: () => void }) {
  function discard() {
    for (const form of unsavedForms()) form.discard?.();
    onLeave();
  }
  return (
    <Dialog open onClose={onStay} title={isSaving ? 'Still saving' : 'Unsaved changes'}>
      <p>
        {isSaving
          ? 'Your last changes are on their way. The next page opens once they are stored.'
          : 'Your changes have not been saved. If you leave for now, they will be kept on this device.'}
      </p>
      <div className="mt-5 grid gap-3">
        <Button look="primary" onClick={onStay} data-autofocus>
          {isSaving ? 'Stay here' : 'Keep editing'}
        </Button>
        {isSaving ? null : <Button onClick={onLeave}>Leave for now</Button>}
        <Button look="danger" onClick={discard}>
          {isSaving ? 'Leave without them' : 'Discard changes'}
        </Button>
      </div>
    </Dialog>
  );
}
