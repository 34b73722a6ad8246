import { useState } from 'react';
import { useLocation } from '@remix-run/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { RouteButton } from '../../ui/button.tsx';
import { closing } from '../../ui/use-focus-back.ts';
import { useScripted } from '../../ui/use-scripted.ts';
import type { Toast } from './toast.ts';
import { useErrorTitle } from './use-error-title.ts';

const first = { role: 'alert', tabIndex: -1, autoFocus: true }; // only on load: later the page would scroll

/** Shows an error at the top of its form, since a dialog would hide a toast. It can be closed with JavaScript. */
export function FlashBanner({ notice, className = '' }: { notice: Toast | null | undefined; className?: string }) {
  const [closedId, setClosedId] = useState('');
  const isScripted = useScripted();
  const { pathname, search } = useLocation();
  useErrorTitle(notice);
  if (!notice || notice.id === closedId) return null;
  return (
    <div {...first} className={`border-danger bg-surface flex items-start gap-3 border-l-4 px-4 py-3 ${className}`}>
      <div className="grow">
        <strong className="text-danger font-semibold">{notice.title}</strong>
        {notice.description ? <p>{notice.description}</p> : null}
        {notice.again ? (
          <RouteButton to={pathname + search} reloadDocument className="mt-3">
            Try again
          </RouteButton>
        ) : null}
      </div>
      {isScripted ? (
        <button
          type="button"
          className="-m-1 cursor-pointer p-1"
          aria-label="Close message"
          onClick={closing(() => setClosedId(notice.id))}
        >
          <XMarkIcon className="size-5" aria-hidden />
        </button>
      ) : null}
    </div>
  );
}
