import { useEffect } from 'react';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { SecretForm } from '../passwords/secret-form.tsx';

interface CodeFormProps {
  answer: FormAnswer | undefined;
  isRecovery: boolean;
  /** The password has to be given again. */
  isOver: boolean;
}

/** The second step of a sign-in. */
export function CodeForm({ answer, isRecovery, isOver }: CodeFormProps) {
  useEffect(() => document.getElementById('code')?.focus(), [isRecovery]); // there is nothing else to do here
  if (isOver)
    return (
      <div className="mt-6 grid gap-5">
        <FlashBanner notice={answer?.notice} />
        <ButtonLink href={paths.admin.login} look="primary">
          Sign In Again
        </ButtonLink>
      </div>
    );
  const help = isRecovery
    ? 'One of the ten that you kept. Each works once.'
    : 'Six digits, from the authenticator app on your phone.';
  return (
    <div className="mt-6">
      <SecretForm action={isRecovery ? paths.admin.loginByRecoveryCode : paths.admin.loginCode} answer={answer}>
        {(field, isBusy) => (
          <>
            <CodeField
              label={isRecovery ? 'Recovery code' : 'Code'}
              help={help}
              errors={field('code').errors}
              defaultValue={field('code').typed}
              isRecovery={isRecovery}
            />
            <Button type="submit" look="primary" isBusy={isBusy}>
              {isBusy ? 'Signing In...' : 'Sign In'}
            </Button>
          </>
        )}
      </SecretForm>
    </div>
  );
}
