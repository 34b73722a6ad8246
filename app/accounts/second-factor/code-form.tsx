import { useEffect } from 'react';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { describedBy, Field } from '../../ui/field.tsx';
import { SecretForm } from '../passwords/secret-form.tsx';

interface CodeFieldProps {
  label: string;
  help: string;
  errors: string[] | undefined;
  typed: string;
  /** A recovery code has letters. */
  isRecovery?: boolean;
}

export function CodeField({ label, help, errors, typed, isRecovery = false }: CodeFieldProps) {
  const control = isRecovery
    ? { inputMode: 'text' as const, autoComplete: 'off', autoCapitalize: 'characters' }
    : { inputMode: 'numeric' as const, autoComplete: 'one-time-code', autoCapitalize: 'none' };
  return (
    <Field id="code" label={label} help={help} errors={errors}>
      <input
        key={label}
        id="code"
        name="code"
        required
        {...control}
        autoCorrect="off"
        spellCheck={false}
        defaultValue={typed}
        className={`control font-mono ${isRecovery ? 'uppercase' : 'max-w-56 text-xl tracking-[0.2em]'}`}
        {...describedBy('code', { help, errors })}
      />
    </Field>
  );
}

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
  const texts = isRecovery
    ? { label: 'Recovery code', help: 'One of the ten that you kept. Each works once.' }
    : { label: 'Code', help: 'Six digits, from the authenticator app on your phone.' };
  return (
    <div className="mt-6">
      <SecretForm action={isRecovery ? paths.admin.loginByRecoveryCode : paths.admin.loginCode} answer={answer}>
        {(field, isBusy) => (
          <>
            <CodeField {...texts} {...field('code')} isRecovery={isRecovery} />
            <Button type="submit" look="primary" isBusy={isBusy}>
              {isBusy ? 'Signing In...' : 'Sign In'}
            </Button>
          </>
        )}
      </SecretForm>
    </div>
  );
}
