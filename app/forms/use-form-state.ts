import { useEffect, useMemo, useState, type FormEvent, type RefObject } from 'react';
import { parseWithZod } from '@conform-to/zod/v4';
import { problemToast, type Toast } from './toasts/toast.ts';
import { useErrorTitle } from './toasts/use-error-title.ts';
import { firstError, findFirstError, type FormAnswer, type FormErrors, type Problem } from './answer.ts';
import type { z } from '../schemas/zod.ts';
import { focusFirstWrong } from '../ui/use-focus-back.ts';

/** The errors of a form: the server's, until a field is corrected. Browser and server use the same schema. */
export function useFormState(
  form: RefObject<HTMLFormElement>,
  schema: z.core.$ZodType,
  answer: FormAnswer | undefined,
  problem: Problem | null = firstError,
): { errors: FormErrors; notice: Toast | null; judgeAgain: (event: FormEvent) => void } {
  const [judged, setJudged] = useState<{ of?: FormAnswer | undefined; errors: FormErrors }>({ errors: {} });
  const errors = judged.of === answer ? judged.errors : (answer?.result?.error ?? {});
  useEffect(() => focusFirstWrong(form.current), [form, answer]);
  const isWrong = findFirstError(errors) !== undefined;
  const { title, description } = (isWrong && problem?.(errors)) || {};
  useErrorTitle(isWrong ? errors : answer?.notice);
  const notice = useMemo(
    () => answer?.notice ?? (title && description ? problemToast({ title, description }) : null),
    [answer, title, description],
  );
  function judgeAgain({ target }: FormEvent) {
    const { name } = target as HTMLInputElement;
    if (!form.current || !errors[name]) return;
    const { error } = parseWithZod(new FormData(form.current), { schema }).reply();
    setJudged({ of: answer, errors: { ...errors, [name]: error?.[name] ?? null } });
  }
  return { errors, notice, judgeAgain };
}
