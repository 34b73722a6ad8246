import { useEffect, useRef, type MouseEvent } from 'react';
import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import { useNotify } from '../../forms/toasts/toasts.tsx';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EXPORT_COOKIE, EXPORTED, inboxSearch, isFiltered, type Place } from './inbox.ts';

const CHECK_EVERY_MS = 200;
const CHECK_FOR_MS = 30_000;

/** Plain links. No event tells that a download has started, so the toast waits for a cookie with the click's token. */
export function ExportLinks({ place: { view, filter } }: { place: Place }) {
  const notify = useNotify();
  const timer = useRef<ReturnType<typeof setInterval>>();
  useEffect(() => () => clearInterval(timer.current), []);
  const watch = (event: MouseEvent<HTMLAnchorElement>) => {
    const token = String(Date.now());
    const until = Date.now() + CHECK_FOR_MS;
    const target = new URL(event.currentTarget.href);
    target.searchParams.set('started', token);
    event.currentTarget.href = target.href;
    clearInterval(timer.current);
    timer.current = setInterval(() => {
      const hasStarted = document.cookie.includes(`${EXPORT_COOKIE}=${token}`);
      if (hasStarted) notify({ kind: 'success', title: EXPORTED, id: token });
      if (hasStarted || Date.now() > until) clearInterval(timer.current);
    }, CHECK_EVERY_MS);
  };
  const search = inboxSearch({ view, filter, tables: {} });
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-2 text-sm @max-lg:order-last @max-lg:mt-2 print:hidden">
      <a
        href={`${paths.admin.exportMessages}${search}${search ? '&' : '?'}columns=all`}
        className="text-link -my-0.5 py-0.5 underline"
        onClick={watch}
      >
        CSV with all details
      </a>
      <a
        href={paths.admin.exportMessages + search}
        className={buttonClass('secondary', 'btn-small px-2.5!')}
        onClick={watch}
      >
        <ArrowDownTrayIcon aria-hidden className="size-4" />
        {isFiltered(filter) ? 'Export these' : 'Export CSV'}
      </a>
    </span>
  );
}
