import { useEffect, useRef, type ReactNode } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { textOf } from '../../forms/typing/typed-values.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { useErrorTitle } from '../../forms/toasts/use-error-title.ts';

/** What was typed into a field, and what is wrong with it. */
export interface Typed {
  errors: string[] | undefined;
  typed: string;
}

interface SecretFormProps {
  /** Where it is sent. */
  action: string;
  answer: FormAnswer | undefined;
  children: (field: (name: string) => Typed, isBusy: boolean) => ReactNode;
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
  const field = (name: string): Typed => ({
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
