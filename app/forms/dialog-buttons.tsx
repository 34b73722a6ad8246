import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { RouteButton } from '../ui/route-button.tsx';

interface DialogButtonsProps {
  isBusy: boolean;
  label: string;
  /** There is no other way out while a file travels. */
  cancelTo: string | undefined;
  /** More buttons. */
  children?: ReactNode;
}

/** The end of a form in a dialog: what it is for, then the way out. */
export const DialogButtons = ({ isBusy, label, cancelTo, children }: DialogButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    <Button type="submit" look="primary" isBusy={isBusy}>
      {label}
    </Button>
    {children}
    {cancelTo ? (
      <RouteButton to={cancelTo} look="quiet" preventScrollReset prefetch="none">
        Cancel
      </RouteButton>
    ) : null}
  </div>
);
