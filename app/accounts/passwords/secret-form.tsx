import { useEffect, useRef, type ReactNode } from 'react';
import { Form, useNavigation, useRouteLoaderData } from '@remix-run/react';
import type { FormAnswer } from '../../forms/answer.ts';
import { toText } from '../../forms/typing/typed-values.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { useFormState } from '../../forms/use-form-state.ts';
import type { z } from '../../schemas/zod.ts';
import { focusFirst, TextField } from '../../ui/field.tsx';
import { emptySchema } from '../staff.schema.ts';

type FindField = (name: string) => { errors: string[] | undefined; typed: string };

interface SecretFormProps {
  action: string;
  answer: FormAnswer | undefined;
  /** Validates a wrong field again while it is corrected. */
  schema?: z.core.$ZodType;
  className?: string;
  children: (field: FindField, isBusy: boolean) => ReactNode;
}

/** A form that keeps nothing on the device, and is empty after a success. */
export function SecretForm({ action, answer, schema, className = '', children }: SecretFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().formAction === action;
  const { errors, notice, judgeAgain } = useFormState(form, schema ?? emptySchema, answer, null);
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLInputElement>('[aria-invalid=true]')?.select();
  }, [answer]);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !isBusy && !answer) form.current?.reset();
    wasBusy.current = isBusy;
  }, [isBusy, answer]);
  const field: FindField = (name) => ({
    errors: errors[name] ?? undefined,
    typed: toText(answer?.result?.initialValue?.[name]),
  });
  return (
    <Form
      ref={form}
      method="post"
      action={action}
      noValidate
      onInput={schema && judgeAgain}
      className={`grid gap-5 ${className}`}
    >
      <FlashBanner notice={notice} className="w-full" />
      {children(field, isBusy)}
    </Form>
  );
}

interface PasswordAgainProps {
  id: string;
  /** Whether the password was given too long ago. */
  isAsked: boolean;
  /** Whether it gets the focus when its dialog opens; a wrong password gets it anyway. */
  isFirst?: boolean;
  errors: readonly string[] | undefined;
}

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
        {...(isFirst || errors ? focusFirst : {})}
      />
    </>
  );
}

/** Tells password managers whose password it is. */
export const UserName = ({ email }: { email: string | undefined }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
);
