import type { ComponentProps, ReactNode } from 'react';
import type { z } from '../schemas/zod.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { StaffForm, type StaffFormProps } from './staff-form.tsx';
import { RouteButton, SubmitButton } from '../ui/button.tsx';

type Common = 'title' | 'closeTo' | 'size';

interface FormDialogProps<Schema extends z.core.$ZodType, Stored extends { version: number | string }>
  extends Omit<StaffFormProps<Schema, Stored>, 'conflict' | Common>, Pick<ComponentProps<typeof RouteDialog>, Common> {
  /** The button's label, and `saving` its label while the form is sent. */
  save: string;
  saving?: string;
  show?: (stored: Stored) => ReactNode;
  /** More buttons. */
  more?: (isBusy: boolean) => ReactNode;
  below?: ReactNode;
}

export function FormDialog<Schema extends z.core.$ZodType, Stored extends { version: number | string }>({
  title,
  closeTo,
  size = 'wide',
  save,
  saving = save,
  show,
  more,
  below,
  children,
  ...form
}: FormDialogProps<Schema, Stored>) {
  return (
    <RouteDialog title={title} closeTo={closeTo} size={size}>
      <StaffForm key={form.action} conflict={show && { show, save }} {...form}>
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
  /** Undefined while a file is sent, since its progress bar has a button to cancel. */
  cancelTo: string | undefined;
  children?: ReactNode;
}

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
