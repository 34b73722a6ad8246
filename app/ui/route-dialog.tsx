import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from '@remix-run/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { Dialog } from './dialog.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { isTakenOver } from './use-scripted.ts';

interface RouteDialogProps {
  title: string;
  /** The address behind the dialog; closing goes there. */
  closeTo: string;
  size?: 'small' | 'wide';
  children: ReactNode;
}

/**
 * A dialog with an address of its own. In the HTML it is a panel on top of the page it belongs to, closed by a link;
 * with JavaScript it keeps the focus inside and closes on Escape.
 */
export function RouteDialog({ title, closeTo, size = 'small', children }: RouteDialogProps) {
  const [look, setLook] = useState<'panel' | 'instant' | 'dialog'>(() => (isTakenOver() ? 'dialog' : 'panel'));
  const navigate = useNavigate();
  useFocusBack(closeTo);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The panel of the HTML gives way to the dialog, but not once something has been typed or chosen in it; in one step,
    // so that nothing is typed into it after this look, and nothing is seen of it.
    queueMicrotask(() => {
      if (place.current && !isTouched(place.current)) flushSync(() => setLook('instant'));
    });
  }, []);
  if (look === 'panel')
    return (
      <div ref={place}>
        <PlainPanel title={title} closeTo={closeTo} size={size}>
          {children}
        </PlainPanel>
        {/* Headless UI shows its first dialog a frame late; this one, which stays shut, is its first */}
        <Dialog open={false} onClose={() => {}} title={title}>
          {null}
        </Dialog>
      </div>
    );
  const close = () => navigate(closeTo, { preventScrollReset: true });
  return (
    <Dialog open onClose={close} title={title} size={size} isInstant={look === 'instant'}>
      {children}
    </Dialog>
  );
}

/** Whether a form control says something else than the page came with. */
function isTouched(place: HTMLElement): boolean {
  const controls = place.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return [...controls].some((control) =>
    control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)
      ? control.checked !== control.defaultChecked
      : control.value !== control.defaultValue,
  );
}

function PlainPanel({ title, closeTo, size, children }: RouteDialogProps) {
  return (
    <div role="dialog" aria-labelledby="dialog-title" className="fixed inset-0 z-50">
      <div className="dialog-backdrop" />
      <div className="dialog-place">
        <div className={`dialog-panel ${size === 'wide' ? 'max-w-2xl' : 'max-w-md'}`}>
          <div className="border-border flex items-start justify-between gap-4 border-b px-5 py-4">
            <h2 id="dialog-title" className="text-xl">
              {title}
            </h2>
            <Link to={closeTo} aria-label="Close" className="dialog-close" preventScrollReset>
              <XMarkIcon aria-hidden className="size-6" />
            </Link>
          </div>
          <div className="p-5">{children}</div>
        </div>
      </div>
    </div>
  );
}
