import { parseWithZod } from '@conform-to/zod/v4';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { jsonAnswer, replyToFailure, type FormAnswer } from './answer.ts';
import { withProgress } from './upload-bar.tsx';
import type { z } from '../schemas/zod.ts';

export interface FileAnswer<Stored = never> extends FormAnswer<Stored> {
  isCancelled?: true;
}

interface Judge {
  schema: z.core.$ZodType;
  name?: string;
  findProblem: (file: File, ...more: File[]) => Promise<string | null | undefined>;
  /** The error for a file that the server refused to read. */
  tooLarge: string;
}

/** Makes the `clientAction` of a form with a file. @param words the error if no answer comes */
export function sendFile({ schema, name = 'file', findProblem, tooLarge }: Judge, words: string) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const form = await request.clone().formData();
    const submission = parseWithZod(form, { schema });
    const replyWith = (fieldErrors: Record<string, string[]>) =>
      jsonAnswer({ result: submission.reply({ hideFields: [name], fieldErrors }) } satisfies FileAnswer, 400);
    if (submission.status !== 'success') return replyWith({});
    const problem = await findProblem(...(form.getAll(name) as [File, ...File[]]));
    if (problem) return replyWith({ [name]: [problem] });
    const answer = await replyToFailure(() => withProgress(request, () => serverAction<unknown>()), words);
    if (answer === 'cancelled') return { isCancelled: true } satisfies FileAnswer;
    return answer === 'too-large' ? replyWith({ [name]: [tooLarge] }) : answer;
  };
}
