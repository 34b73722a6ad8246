import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { Form } from '@remix-run/react';
import { createPortal } from 'react-dom';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import type { Notice } from './toast.ts';

const TOAST_MS = 5000;
const MAX_TOASTS = 3;

const NotifyContext = createContext<(notice: Notice) => void>(() => {});

/** Shows a toast; for what happens without a new page. */
export const useNotify = () => useContext(NotifyContext);

const DismissContext = createContext<(id: string) => void>(() => {});

/** Takes a toast away whose cause is gone. */
export const useDismiss = () => useContext(DismissContext);

interface NoticesProps {
  notice: Notice | null;
  /** Another one for each place that is gone to. */
  place: string;
  children: ReactNode;
}

/**
 * Says what was done. A notice that came with the document is a banner in it, with or without JavaScript, until another
 * place is gone to; one that comes later, on client-side navigation, is a toast.
 */
export function Notices({ notice, place, children }: NoticesProps) {
  const [banner, setBanner] = useState(notice);
  const [toasts, setToasts] = useState<Notice[]>([]);
  const seen = useRef(notice?.id);
  const loadedAt = useRef(place);
  const notify = useCallback((next: Notice) => setToasts((now) => [...makeRoom(now), next]), []);
  const dismiss = useCallback((id: string) => setToasts((now) => now.filter((toast) => toast.id !== id)), []);
  useEffect(() => {
    if (!notice || notice.id === seen.current) return;
    seen.current = notice.id;
    setBanner(null);
    notify(notice);
  }, [notice, notify]);
  useEffect(() => {
    if (place !== loadedAt.current) setBanner(null);
  }, [place]);
  // Beside an open dialog's panel nothing can be reached, or is read out; to press there closes it.
  const [dialog, setDialog] = useState<Element | null>(null);
  useEffect(() => setDialog(document.querySelector('#headlessui-portal-root .dialog-panel')), [toasts, place]);
  const show = (toast: Notice) => <Toast key={toast.id} toast={toast} onClose={dismiss} />;
  return (
    <NotifyContext.Provider value={notify}>
      {banner ? (
        <div className={`border-b px-4 py-3 text-center ${lookOf(banner)}`} role="status">
          <NoticeText notice={banner} />
          <Undo notice={banner} />
        </div>
      ) : null}
      <DismissContext.Provider value={dismiss}>{children}</DismissContext.Provider>
      {/* for <live-status>, which has texts read out that stand on the screen by themselves */}
      <p id="announcements" role="status" className="sr-only" aria-label="Announcements" />
      <Place in={dialog}>
        {/* Errors are alerts of their own: inside the region below they would be read out twice. */}
        {toasts.filter(isError).map(show)}
        {/* Only the toast that comes is read out, not again those that are there. */}
        <div role="status" aria-atomic={false} aria-label="Notifications">
          {toasts.filter((toast) => !isError(toast)).map(show)}
        </div>
      </Place>
    </NotifyContext.Provider>
  );
}

function Place({ in: dialog, children }: { in: Element | null; children: ReactNode }) {
  const place = <div className="pointer-events-none fixed inset-x-0 bottom-0 z-60 p-4">{children}</div>;
  return dialog ? createPortal(place, dialog) : place;
}

/** Leaves room for one more: the oldest goes, but an error only when there is nothing else. */
function makeRoom(toasts: Notice[]): Notice[] {
  if (toasts.length < MAX_TOASTS) return toasts;
  const leaving = toasts.find((toast) => !isError(toast)) ?? toasts[0];
  return toasts.filter((toast) => toast !== leaving);
}

const isError = ({ kind }: Notice) => kind === 'error';

const lookOf = (notice: Notice) =>
  isError(notice) ? 'border-danger bg-surface text-danger' : 'border-ok bg-surface text-ok';

function NoticeText({ notice }: { notice: Notice }) {
  return (
    <>
      <strong className="font-semibold">{notice.title}</strong>
      {notice.description ? <span className="text-text"> {notice.description}</span> : null}
    </>
  );
}

/** Takes back what the notice tells of. */
function Undo({ notice: { undo }, onSent }: { notice: Notice; onSent?: () => void }) {
  if (undo === undefined) return null;
  return (
    <Form
      method="post"
      action={paths.admin.undo}
      className="inline-block flex-none"
      onSubmit={onSent}
      preventScrollReset
    >
      <Button type="submit" name="revision" value={undo} className="btn-small">
        Undo
      </Button>
    </Form>
  );
}

/** Goes after 5 s, not while pointed at or focused; an error stays until it is closed. */
function Toast({ toast, onClose }: { toast: Notice; onClose: (id: string) => void }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointedAt || isFocused;
  useEffect(() => {
    if (isHeld || isError(toast)) return;
    const timer = setTimeout(() => onClose(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast, onClose]);
  return (
    <div
      className={`pointer-events-auto mt-2 ml-auto flex w-full max-w-sm items-start gap-3 rounded-md border border-l-4 p-4 shadow-lg ${lookOf(toast)}`}
      role={isError(toast) ? 'alert' : undefined}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p className="grow">
        <NoticeText notice={toast} />
      </p>
      <Undo notice={toast} onSent={() => onClose(toast.id)} />
      <button
        type="button"
        className="text-text -m-1 p-1"
        aria-label="Close notification"
        onClick={() => onClose(toast.id)}
      >
        <XMarkIcon className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}
