import type { ReactNode } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import { FlashBanner } from './toasts/flash-banner.tsx';
import { Button, RouteButton } from '../ui/button.tsx';
import type { FormAnswer } from './answer.ts';
import { z } from '../schemas/zod.ts';
import { focusFirst } from '../ui/field.tsx';

/** `version` is the version that was shown. Without one any version is deleted. */
export const deletionSchema = z.object({ version: z.catch(z.nullable(z.int32()), null) });

interface DeleteFormProps<Stored> {
  action: string;
  answer: FormAnswer<Stored> | undefined;
  item: { title: string; version: number };
  more: ReactNode;
  consequence: string;
  cancelTo: string;
}

/** Asks for confirmation, and again if somebody else has changed the item since. */
export function DeleteForm<Stored>({ action, answer, item, more, consequence, cancelTo }: DeleteFormProps<Stored>) {
  const isBusy = useNavigation().formAction === action;
  return (
    <Form method="post" action={action} className="grid gap-5">
      <FlashBanner notice={answer?.notice} />
      <p id="question" className="wrap-anywhere">{`Are you sure you want to delete "${item.title}"?`}</p>
      {more ? <p className="text-muted line-clamp-6 whitespace-pre-line">{more}</p> : null}
      <input type="hidden" name="version" value={item.version} />
      <p className="text-muted text-sm">{consequence}</p>
      <ConfirmButtons cancelTo={cancelTo} isBusy={isBusy} label="Delete" isCancelFocused />
    </Form>
  );
}

interface ConfirmButtonsProps {
  cancelTo: string;
  isCancelFocused: boolean;
  isBusy: boolean;
  /** Undefined if there is nothing to confirm. */
  label: string | undefined;
}

const cancelFirst = { ...focusFirst, 'aria-describedby': 'question' };

export const ConfirmButtons = ({ cancelTo, isCancelFocused, isBusy, label }: ConfirmButtonsProps) => (
  <div className="flex flex-wrap gap-3">
    {label ? (
      <Button type="submit" look="danger" isBusy={isBusy}>
        {label}
      </Button>
    ) : null}
    <RouteButton to={cancelTo} preventScrollReset prefetch="none" {...(isCancelFocused ? cancelFirst : {})}>
      {label ? 'Cancel' : 'Close'}
    </RouteButton>
  </div>
);
