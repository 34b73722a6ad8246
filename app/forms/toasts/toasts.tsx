import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Form } from '@remix-run/react';
import { createPortal } from 'react-dom';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { TakeBack } from '../take-back.tsx';
import { closing, focusWhenFree } from '../../ui/use-focus-back.ts';
import type { Toast } from './toast.ts';

const TOAST_MS = 5000;
const MAX_TOASTS = 3;
/** Above an open dialog, since a reply can be taken back only for ten seconds. */
const ABOVE = 'fixed inset-x-4 bottom-16 z-60 rounded-md border shadow-lg';

const ToastContext = createContext({ notify: (_notice: Toast): void => {}, dismiss: (_id: string): void => {} });

export const useNotify = () => useContext(ToastContext).notify;
export const useDismiss = () => useContext(ToastContext).dismiss;

/** Shows a message that came with the document as a banner until the next navigation, and later ones as toasts. */
export function Toasts({ notice, place, children }: { notice: Toast | null; place: string; children: ReactNode }) {
  const [banner, setBanner] = useState(notice);
  const [toasts, setToasts] = useState<Toast[]>([]);
  const [told, setTold] = useState(toasts);
  const seen = useRef(notice?.id);
  const loadedAt = useRef(place);
  const sent = useRef<SubmitEvent>();
  const notify = useCallback((next: Toast) => setToasts((now) => [...makeRoom(now), next]), []);
  const dismiss = useCallback((id: string) => setToasts((now) => now.filter((toast) => toast.id !== id)), []);
  const context = useMemo(() => ({ notify, dismiss }), [notify, dismiss]);
  useEffect(() => {
    if (!notice || notice.id === seen.current) return;
    seen.current = notice.id;
    setBanner(null);
    notify(notice);
    keepFocus(sent.current);
  }, [notice, notify]);
  useEffect(() => {
    const remember = (event: SubmitEvent) => {
      sent.current = event;
      if (event.submitter?.getAttribute('value') !== 'take-back') return;
      setToasts((now) => now.filter((toast) => isError(toast) || toast.undo)); // 'Reply queued' is no longer true
    };
    addEventListener('submit', remember);
    return () => removeEventListener('submit', remember);
  }, []);
  useEffect(() => {
    if (place !== loadedAt.current) setBanner(null);
  }, [place]);
  // While a dialog is open, only its panel can be reached and is read out.
  const [dialog, setDialog] = useState<Element | null>(null);
  useEffect(() => {
    const find = () => setDialog(document.querySelector('#headlessui-portal-root .dialog-panel'));
    find();
    addEventListener('dialogchange', find);
    return () => removeEventListener('dialogchange', find);
  }, [toasts, place]);
  useEffect(() => void setTimeout(setTold, 100, toasts), [toasts]); // a region that comes with its text is not read out
  const shown = toasts.filter((toast) => told.includes(toast));
  const show = (toast: Toast) => <ToastCard key={toast.id} toast={toast} onClose={dismiss} />;
  return (
    <ToastContext.Provider value={context}>
      {banner ? (
        <div
          className={`border-b px-4 py-3 text-center ${toastClass(banner)} ${banner.takeBack ? ABOVE : ''}`}
          role="status"
        >
          <NoticeText notice={banner} className="inline" /> <Undo notice={banner} />
        </div>
      ) : null}
      {children}
      {/* <live-status> writes texts for screen readers here */}
      <p id="announcements" role="status" className="sr-only" aria-label="Announcements" />
      <ToastArea in={dialog}>
        {/* Errors are alerts of their own: inside the region below they would be read out twice. */}
        {shown.filter(isError).map(show)}
        {/* Only a new toast is read out, not the earlier ones again. */}
        <div role="status" aria-atomic={false} aria-label="Notifications">
          {shown.filter((toast) => !isError(toast)).map(show)}
        </div>
      </ToastArea>
    </ToastContext.Provider>
  );
}

function ToastArea({ in: dialog, children }: { in: Element | null; children: ReactNode }) {
  const place = (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-60 p-4 in-[:root:has(.letter-bar)]:pb-20">
      {children}
    </div>
  );
  return dialog ? createPortal(place, dialog) : place;
}

/** Moves the focus after a form has disappeared with its button: to the one that replaces it, or to the content. */
function keepFocus({ target, submitter }: Partial<SubmitEvent> = {}): void {
  const form = target as HTMLFormElement | undefined;
  if (!form || form.closest('.dialog-panel')) return; // a dialog gives the focus back itself
  const [twin, ...others] = document.querySelectorAll(`form[action="${form.getAttribute('action')}"]`);
  const pressed = `button[name="${submitter?.getAttribute('name')}"][value="${submitter?.getAttribute('value')}"]`;
  const findIn = (button: string) => twin?.querySelector<HTMLElement>(button);
  const next = others.length ? null : (findIn(pressed) ?? findIn('button[type=submit]'));
  focusWhenFree(() => (document.activeElement === document.body ? (next ?? document.getElementById('main')) : null));
}

/** Drops the oldest toast that is no error, or the oldest error if there are only errors. */
function makeRoom(toasts: Toast[]): Toast[] {
  if (toasts.length < MAX_TOASTS) return toasts;
  const leaving = toasts.find((toast) => !isError(toast)) ?? toasts[0];
  return toasts.filter((toast) => toast !== leaving);
}

const isError = ({ kind }: Toast) => kind === 'error';

const toastClass = (notice: Toast) =>
  isError(notice) ? 'border-danger bg-surface text-danger' : 'border-ok bg-surface text-ok';

function NoticeText({ notice, className }: { notice: Toast; className: string }) {
  return (
    <p className={className}>
      <strong className="font-semibold">{notice.title}</strong>
      {notice.description ? <span className="text-text"> {notice.description}</span> : null}
    </p>
  );
}

function Undo({ notice: { undo, takeBack }, onSent }: { notice: Toast; onSent?: () => void }) {
  if (takeBack) return <TakeBack of={takeBack} onOver={onSent} />;
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

/** Closes after 5 s unless hovered or focused. Errors stay until closed, replies while they can be taken back. */
function ToastCard({ toast, onClose }: { toast: Toast; onClose: (id: string) => void }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointedAt || isFocused;
  useEffect(() => {
    if (isHeld || isError(toast) || toast.takeBack) return;
    const timer = setTimeout(() => onClose(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast, onClose]);
  return (
    <div
      className={`pointer-events-auto mt-2 ml-auto flex w-full max-w-sm items-start gap-3 rounded-md border border-l-4 p-4 shadow-lg ${toastClass(toast)}`}
      role={isError(toast) ? 'alert' : 'group'} // without a role its words are not noticed
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <NoticeText notice={toast} className="grow" />
      {toast.undo === undefined && !toast.takeBack ? null : ( // screen readers read out no button
        <span className="sr-only">{`${toast.takeBack ? 'Take back' : 'Undo'} is at the end of the page.`}</span>
      )}
      <Undo notice={toast} onSent={() => onClose(toast.id)} />
      <button
        type="button"
        className="text-text -m-1 p-1"
        aria-label="Close notification"
        onClick={closing(() => onClose(toast.id))}
      >
        <XMarkIcon className="size-5" aria-hidden="true" />
      </button>
    </div>
  );
}
