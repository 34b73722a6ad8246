import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { adminMeta, type FormAnswer } from '../forms/answer.ts';
import { ConfirmButtons } from '../forms/delete-form.tsx';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { PasswordAgain, SecretForm } from './passwords/secret-form.tsx';

export interface Question {
  title: string;
  closeTo: string;
  question: string;
  consequence?: string;
  /** Undefined if there is nothing to confirm. */
  verb?: string;
  /** Asks for the password again if it was given too long ago. */
  password?: { id: string; isAsked: boolean };
}

export const confirmMeta = adminMeta<Question | undefined>((asked) => asked?.title ?? 'Account');

/** Asks before something that cannot be undone. The form is sent to the address of its page. */
export function ConfirmPage() {
  const { title, closeTo, verb, password, question, consequence } = useLoaderData() as Question;
  const { pathname, search } = useLocation();
  return (
    <RouteDialog title={title} closeTo={closeTo}>
      <SecretForm action={pathname + search} answer={useActionData<FormAnswer>()}>
        {(field, isBusy) => (
          <>
            <p id="question" className="wrap-anywhere">
              {question}
            </p>
            {consequence ? <p className="text-muted text-sm">{consequence}</p> : null}
            {password ? <PasswordAgain {...password} isFirst errors={field('password').errors} /> : null}
            <ConfirmButtons cancelTo={closeTo} isBusy={isBusy} label={verb} isCancelFocused={!password?.isAsked} />
          </>
        )}
      </SecretForm>
    </RouteDialog>
  );
}
