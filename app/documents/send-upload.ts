import type { ClientActionFunctionArgs } from '@remix-run/react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { FormAnswer } from '../forms/form-answer.ts';
import { jsonAnswer } from '../forms/json-answer.ts';
import { orUnanswered } from '../forms/or-notice.ts';
import { withProgress } from '../forms/upload-progress.ts';
import type { z } from '../forms/zod.ts';
import { fileProblem, tooLarge } from './upload-check.ts';

/** The answer to a file that was not stored. */
export interface UploadAnswer<Stored = never> extends FormAnswer<Stored> {
  isCancelled?: true;
}

/**
 * The `clientAction` of a form with a PDF file: judges before sending, so that 25 MiB do not travel in vain; then sends
 * with progress.
 * @param failure what is said when there was no answer
 */
export function sendUpload<Schema extends z.core.$ZodType<{ file: File }>>(schema: Schema, failure: string) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const submission = parseWithZod(await request.clone().formData(), { schema });
    const problem = submission.status === 'success' ? await fileProblem(submission.value.file) : null;
    if (problem || submission.status !== 'success')
      return notSent(submission.reply({ hideFields: ['file'], fieldErrors: problem ? { file: [problem.error] } : {} }));
    const answer = await orUnanswered(() => withProgress(() => serverAction<unknown>()), failure);
    if (answer === 'cancelled') return { isCancelled: true } satisfies UploadAnswer;
    if (answer === 'too-large') return notSent(submission.reply({ fieldErrors: { file: [tooLarge.error] } }));
    return answer;
  };
}

const notSent = (result: UploadAnswer['result']) => jsonAnswer({ result } satisfies UploadAnswer, 400);
