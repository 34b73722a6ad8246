import { useEffect, useRef } from 'react';
import { createPath, useBlocker, useNavigate, type Location } from '@remix-run/react';
import { useRootData } from '../root-data.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { unsavedForms, forgetSubmitted, keepSubmitted } from './kept-typing.ts';

/** Some forms and links of a message lead to the message itself. */
const readPage = (address: string) => address.replace(/[?&](form|all)=\w+|#.*/g, '');

/** Asks before somebody leaves a page with unsaved changes: by link, dialog, Back, reload or closing the tab. */
export function LeaveGuard() {
  const isLeaving = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (isLeaving.current) return false;
    const next = readPage(createPath(nextLocation));
    const unsaved = next === readPage(createPath(currentLocation)) ? [] : unsavedForms();
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
  if (blocker.state !== 'blocked') return null;
  const { location: asked, proceed, reset } = blocker;
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
  return <Question onStay={stay} onLeave={leave} />;
}

/** Deletes drafts when a toast says that something was saved. */
function useForgetSaved(): void {
  const done = useRootData()?.notice?.id;
  useEffect(() => {
    if (done) forgetSubmitted();
  }, [done]);
  useEffect(() => keepSubmitted, []);
}

function Question({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  function discard() {
    for (const form of unsavedForms()) form.discard();
    onLeave();
  }
  return (
    <Dialog open onClose={onStay} title="Unsaved changes">
      <p>Your changes have not been saved. If you leave for now, they will be kept on this device.</p>
      <div className="mt-5 grid gap-3">
        <Button look="primary" onClick={onStay} data-autofocus>
          Keep editing
        </Button>
        <Button onClick={onLeave}>Leave for now</Button>
        <Button look="danger" onClick={discard}>
          Discard changes
        </Button>
      </div>
    </Dialog>
  );
}
