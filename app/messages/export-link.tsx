import { useEffect, useRef, type MouseEvent } from 'react';
import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import { useNotify } from '../notices/notices.tsx';
import { paths } from '../paths.ts';
import { buttonClass } from '../ui/button.tsx';
import { EXPORT_COOKIE, EXPORTED } from './inbox.ts';

const LOOK_EVERY_MS = 200;
const LOOK_FOR_MS = 30_000;

/**
 * The download. No event tells a page that its download has started, so the server sets a cookie with the token of
 * this click when it has: then the toast is true. Without JavaScript it is a plain link.
 */
export function ExportLink() {
  const notify = useNotify();
  const timer = useRef<ReturnType<typeof setInterval>>();
  useEffect(() => () => clearInterval(timer.current), []);
  const watch = (event: MouseEvent<HTMLAnchorElement>) => {
    const token = String(Date.now());
    const until = Date.now() + LOOK_FOR_MS;
    event.currentTarget.href = `${paths.admin.exportMessages}?started=${token}`;
    clearInterval(timer.current);
    timer.current = setInterval(() => {
      const hasStarted = document.cookie.includes(`${EXPORT_COOKIE}=${token}`);
      if (hasStarted) notify({ kind: 'success', title: EXPORTED, id: token });
      if (hasStarted || Date.now() > until) clearInterval(timer.current);
    }, LOOK_EVERY_MS);
  };
  return (
    <a href={paths.admin.exportMessages} className={buttonClass('secondary')} onClick={watch}>
      <ArrowDownTrayIcon aria-hidden className="size-5" />
      Export CSV
    </a>
  );
}
