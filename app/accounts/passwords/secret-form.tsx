import { useEffect, useRef, type ReactNode } from 'react';
import { Form, useNavigation, useRouteLoaderData } from '@remix-run/react';
import type { FormAnswer } from '../../forms/answer.ts';
import { textOf } from '../../forms/typing/typed-values.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { useErrorTitle } from '../../forms/toasts/use-error-title.ts';
import { focusFirst, TextField } from '../../ui/field.tsx';

type FindField = (name: string) => { errors: string[] | undefined; typed: string };

interface SecretFormProps {
  action: string;
  answer: FormAnswer | undefined;
  children: (field: FindField, isBusy: boolean) => ReactNode;
}

/** A form with secrets: nothing that is typed into it is kept on the device. */
export function SecretForm({ action, answer, children }: SecretFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().formAction === action;
  useErrorTitle(answer);
  useEffect(() => {
    const wrong = answer && form.current?.querySelector<HTMLInputElement>('[aria-invalid]');
    wrong?.focus();
    wrong?.select();
  }, [answer]);
  const field: FindField = (name) => ({
    errors: answer?.result?.error?.[name] ?? undefined,
    typed: textOf(answer?.result?.initialValue?.[name]),
  });
  return (
    <Form ref={form} method="post" action={action} noValidate className="grid gap-5">
      <FlashBanner notice={answer?.notice} />
      {children(field, isBusy)}
    </Form>
  );
}

interface PasswordAgainProps {
  id: string;
  /** Whether the password was given too long ago. */
  isAsked: boolean;
  /** Of a dialog, which begins in it. */
  isFirst?: boolean;
  errors: readonly string[] | undefined;
}

/** Asks for the password again, where the server does. */
export function PasswordAgain({ id, isAsked, isFirst, errors }: PasswordAgainProps) {
  const layout = useRouteLoaderData('admin/admin.layout') as { shell: { email: string } } | undefined;
  if (!isAsked && !errors) return null;
  return (
    <>
      <UserName email={layout?.shell.email} />
      <TextField
        id={id}
        name="password"
        type="password"
        label="Your password"
        help="You have not given it in the last 10 minutes."
        required
        autoComplete="current-password"
        errors={errors}
        {...(isFirst ? focusFirst : {})}
      />
    </>
  );
}

/** Tells password managers whose password it is. */
export const UserName = ({ email }: { email: string | undefined }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);
