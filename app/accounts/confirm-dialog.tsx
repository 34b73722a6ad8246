import { useActionData, useLocation } from '@remix-run/react';
import type { FormAnswer } from '../forms/answer.ts';
import { Button } from '../ui/button.tsx';
import { focusFirst } from '../ui/focus-first.ts';
import { RouteButton } from '../ui/route-button.tsx';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { PasswordAgain, SecretForm } from './passwords/secret-form.tsx';

interface ConfirmDialogProps {
  title: string;
  closeTo: string;
  question: string;
  consequence?: string;
  /** Without one there is nothing to confirm. */
  verb?: string;
  /** Asks for the password again where it was given too long ago. */
  password?: { id: string; isAsked: boolean };
  /** The Cancel button has the focus. */
  isCancelFocused?: boolean;
}

/** Asks before something is done that cannot be undone. The form is sent to the address of its page. */
export function ConfirmDialog({ title, closeTo, verb, password, ...shown }: ConfirmDialogProps) {
  const { question, consequence, isCancelFocused = true } = shown;
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      <SecretForm action={useLocation().pathname} answer={useActionData<FormAnswer>()}>
        {(field, isBusy) => (
          <>
            <p className="wrap-anywhere">{question}</p>
            {consequence ? <p className="text-muted text-sm">{consequence}</p> : null}
            {password ? <PasswordAgain {...password} errors={field('password').errors} /> : null}
            <div className="flex flex-wrap justify-end gap-3">
              <RouteButton to={closeTo} preventScrollReset prefetch="none" {...(isCancelFocused ? focusFirst : {})}>
                {verb ? 'Cancel' : 'Close'}
              </RouteButton>
              {verb ? (
                <Button type="submit" look="danger" isBusy={isBusy}>
                  {verb}
                </Button>
              ) : null}
            </div>
          </>
        )}
      </SecretForm>
    </RouteDialog>
  );
}
