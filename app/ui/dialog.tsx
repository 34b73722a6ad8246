import type { ReactNode } from 'react';
import { Dialog as HeadlessDialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react';
import { XMarkIcon } from '@heroicons/react/24/outline';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** `wide` for forms with long texts. */
  size?: 'small' | 'wide';
  /** For one that takes the place of what looks the same: it is there at once. */
  isInstant?: boolean;
  children: ReactNode;
}

/**
 * A dialog that keeps the focus inside, closes on Escape and on a press outside, and gives the focus back.
 * It needs JavaScript and is heavy: public pages import it only when a visitor is about to open it.
 */
export function Dialog({ open, onClose, title, size = 'small', isInstant = false, children }: DialogProps) {
  return (
    <HeadlessDialog open={open} onClose={onClose} className="fixed inset-0 z-50">
      <DialogBackdrop transition={!isInstant} className="dialog-backdrop duration-200 ease-out data-closed:opacity-0" />
      <div className="dialog-place">
        <DialogPanel
          transition={!isInstant}
          className={`dialog-panel duration-200 ease-out data-closed:translate-y-2 data-closed:opacity-0 ${size === 'wide' ? 'max-w-2xl' : 'max-w-md'}`}
        >
          <div className="border-border flex items-start justify-between gap-4 border-b px-5 py-4">
            <DialogTitle className="text-xl">{title}</DialogTitle>
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
