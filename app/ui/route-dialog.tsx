import { useEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from '@remix-run/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { useFocusBack } from './use-focus-back.ts';

type DialogModule = typeof import('./dialog.tsx');
let loaded: DialogModule | undefined;

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
  const [dialog, setDialog] = useState(loaded);
  const navigate = useNavigate();
  useFocusBack(closeTo);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let isHere = true;
    const show = (module: DialogModule) => {
      loaded = module;
      // The panel of the HTML gives way to the dialog, but not once something has been typed or chosen in it; at once,
      // so that nothing is typed into it after this look.
      if (isHere && !isTouched(place.current)) flushSync(() => setDialog(module));
    };
    void import('./dialog.tsx').then(show, () => {}); // without a connection the panel serves
    return () => {
      isHere = false;
    };
  }, []);
  if (!dialog)
    return (
      <div ref={place}>
        <PlainPanel title={title} closeTo={closeTo} size={size}>
          {children}
        </PlainPanel>
      </div>
    );
  return (
    <dialog.Dialog open onClose={() => navigate(closeTo, { preventScrollReset: true })} title={title} size={size}>
      {children}
    </dialog.Dialog>
  );
}

/** Whether a form control says something else than the page came with. */
function isTouched(place: HTMLElement | null): boolean {
  const controls = place?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [];
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
