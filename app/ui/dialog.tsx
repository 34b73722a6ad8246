import { useCallback, useState, type ReactNode } from 'react';
import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { XMarkIcon } from '@heroicons/react/24/outline';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  size?: 'small' | 'wide';
  /** Without transition, because it replaces what looks the same. */
  isInstant?: boolean;
  children?: ReactNode;
}

/** Traps the focus, closes on Escape and a press outside. Heavy: public pages import it late. */
export function Dialog({ open, onClose, title, size = 'small', isInstant = false, children }: DialogProps) {
  // Headless UI does not know the page behind yet as a dialog comes: only a moment later it can be made inert.
  const [isThere, setThere] = useState(false);
  const onPanel = useCallback((panel: HTMLElement | null) => {
    setThere(panel !== null);
    // The title where no field takes the focus: with the focus around it all, all is read out as one.
    if (!panel?.querySelector(':focus, [data-autofocus]')) panel?.querySelector('h2')!.focus({ preventScroll: true });
    queueMicrotask(() => dispatchEvent(new Event('dialogchange'))); // notices are shown where they can be reached
  }, []);
  return (
    <HeadlessDialog __demoMode={!isThere} open={open} onClose={onClose} className="fixed inset-0 z-50">
      <DialogBackdrop transition={!isInstant} className="dialog-backdrop duration-200 ease-out data-closed:opacity-0" />
      <div className="dialog-place">
        <DialogPanel
          ref={onPanel}
          transition={!isInstant}
          className={`dialog-panel duration-200 ease-out data-closed:translate-y-2 data-closed:opacity-0 ${size === 'wide' ? 'max-w-2xl' : 'max-w-md'}`}
        >
          <div className="border-border flex items-start justify-between gap-4 border-b px-5 py-4">
            <DialogTitle tabIndex={-1} className="text-xl outline-none">
              {title}
            </DialogTitle>
            <button type="button" onClick={onClose} className="icon-button dialog-close" aria-label="Close">
              <XMarkIcon aria-hidden className="size-6" />
            </button>
          </div>
          <div className="p-5">{children}</div>
        </DialogPanel>
      </div>
    </HeadlessDialog>
  );
}
