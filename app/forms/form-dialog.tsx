import type { ComponentProps, ReactNode } from 'react';
import type { z } from '../schemas/zod.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { StaffForm, type StaffFormProps } from './staff-form.tsx';
import { RouteButton, SubmitButton } from '../ui/button.tsx';

type Common = 'title' | 'closeTo' | 'size';

interface FormDialogProps<Schema extends z.core.$ZodType, Stored extends { version: number | string }>
  extends Omit<StaffFormProps<Schema, Stored>, 'conflict' | Common>, Pick<ComponentProps<typeof RouteDialog>, Common> {
  /** The words of its button. */
  save: string;
  /** Those while it is pressed, if others. */
  saving?: string;
  /** How somebody else's version is shown. */
  show?: (stored: Stored) => ReactNode;
  conflictTitle?: string;
  /** More buttons. */
  more?: (isBusy: boolean) => ReactNode;
  below?: ReactNode;
}

/** The form of one item in a dialog with an address. */
export function FormDialog<Schema extends z.core.$ZodType, Stored extends { version: number | string }>({
  title,
  closeTo,
  size = 'wide',
  save,
  saving = save,
  show,
  conflictTitle,
  more,
  below,
  children,
  ...form
}: FormDialogProps<Schema, Stored>) {
  return (
    <RouteDialog title={title} closeTo={closeTo} size={size}>
      <StaffForm key={form.action} conflict={show && { title: conflictTitle, show, save }} {...form}>
        {(field, isBusy) => (
          <>
            {children(field, isBusy)}
            <DialogButtons
              isBusy={isBusy}
              label={isBusy ? saving : save}
              cancelTo={isBusy && form.encType ? undefined : closeTo}
            >
              {more?.(isBusy)}
            </DialogButtons>
            {below}
          </>
        )}
      </StaffForm>
    </RouteDialog>
  );
}

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
    <SubmitButton isBusy={isBusy}>{label}</SubmitButton>
    {children}
    {cancelTo ? (
      <RouteButton to={cancelTo} look="quiet" preventScrollReset prefetch="none">
        Cancel
      </RouteButton>
    ) : null}
  </div>
);
