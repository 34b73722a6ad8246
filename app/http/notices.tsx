import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import type { Notice } from './notice.ts';

const TOAST_MS = 5000;
const MAX_TOASTS = 3;

const NotifyContext = createContext<(notice: Notice) => void>(() => {});

/** Shows a toast; for what happens without a new page. */
export const useNotify = () => useContext(NotifyContext);

/**
 * Says what was done. A notice that came with the document is a banner in it, with or without JavaScript; one that
 * comes later, on client-side navigation, is a toast.
 */
export function Notices({ notice, children }: { notice: Notice | null; children: ReactNode }) {
  const [banner, setBanner] = useState(notice);
  const [toasts, setToasts] = useState<Notice[]>([]);
  const seen = useRef(notice?.id);
  const notify = useCallback((next: Notice) => setToasts((now) => [...now, next].slice(-MAX_TOASTS)), []);
  const dismiss = useCallback((id: string) => setToasts((now) => now.filter((toast) => toast.id !== id)), []);
  useEffect(() => {
    if (!notice || notice.id === seen.current) return;
    seen.current = notice.id;
    setBanner(null);
    notify(notice);
  }, [notice, notify]);
  return (
    <NotifyContext.Provider value={notify}>
      {banner ? (
        <div
          className={`border-b px-4 py-3 text-center ${lookOf(banner)}`}
          role={banner.kind === 'error' ? 'alert' : 'status'}
        >
          <NoticeText notice={banner} />
        </div>
      ) : null}
      {children}
      <div
        className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-end gap-2 p-4"
        role="status"
        aria-label="Notifications"
      >
        {toasts.map((toast) => (
          <Toast key={toast.id} toast={toast} onClose={dismiss} />
        ))}
      </div>
    </NotifyContext.Provider>
  );
}

const lookOf = (notice: Notice) =>
  notice.kind === 'error' ? 'border-danger bg-surface text-danger' : 'border-ok bg-surface text-ok';

function NoticeText({ notice }: { notice: Notice }) {
  return (
    <>
      <strong className="font-semibold">{notice.title}</strong>
      {notice.description ? <span className="text-text"> {notice.description}</span> : null}
    </>
  );
}

/** Goes after 5 s, not while pointed at or focused; an error stays until it is closed. */
function Toast({ toast, onClose }: { toast: Notice; onClose: (id: string) => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld || toast.kind === 'error') return;
    const timer = setTimeout(() => onClose(toast.id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, toast, onClose]);
  return (
    <div
      className={`pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-md border border-l-4 p-4 shadow-lg ${lookOf(toast)}`}
      role={toast.kind === 'error' ? 'alert' : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className="grow">
        <NoticeText notice={toast} />
      </p>
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
