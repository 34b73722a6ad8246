import { parseWithZod } from '@conform-to/zod/v4';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { FormAnswer } from './form-answer.ts';
import { jsonAnswer } from './json-answer.ts';
import { orUnanswered } from './with-failure-notice.ts';
import { withProgress } from './upload-progress.ts';
import type { z } from '../schemas/zod.ts';

/** The answer to a form with a file that was not saved. */
export interface FileAnswer<Stored = never> extends FormAnswer<Stored> {
  isCancelled?: true;
}

/** How a form with a field `file` is judged. */
interface Judge {
  schema: z.core.$ZodType;
  /** What is wrong with a file, if anything. */
  problemOf: (file: File) => Promise<string | null | undefined>;
  /** What is said of one that the server did not even read. */
  tooLarge: string;
}

/**
 * The `clientAction` of a form with a file: judges before sending, so that no megabytes travel in vain; then sends with
 * progress.
 * @param words what is said when there was no answer
 */
export function sendFile({ schema, problemOf, tooLarge }: Judge, words: string) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const form = await request.clone().formData();
    const submission = parseWithZod(form, { schema });
    const replyWith = (fieldErrors: Record<string, string[]>) => {
      const answer: FileAnswer = { result: submission.reply({ hideFields: ['file'], fieldErrors }) };
      return jsonAnswer(answer, 400);
    };
    if (submission.status !== 'success') return replyWith({});
    const problem = await problemOf(form.get('file') as File);
    if (problem) return replyWith({ file: [problem] });
    const answer = await orUnanswered(() => withProgress(request, () => serverAction<unknown>()), words);
    if (answer === 'cancelled') return { isCancelled: true } satisfies FileAnswer;
    return answer === 'too-large' ? replyWith({ file: [tooLarge] }) : answer;
  };
}
