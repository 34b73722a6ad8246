import { parseWithZod } from '@conform-to/zod/v4';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { FormAnswer } from '../forms/form-answer.ts';
import { jsonAnswer } from '../forms/json-answer.ts';
import { orNotice, orUnanswered } from '../forms/or-notice.ts';
import { withProgress } from '../forms/upload-progress.ts';
import { pictureProblem, pictureSchema, TOO_LARGE } from './picture.ts';

/** The answer to the form of a picture that was not saved. */
export interface PictureAnswer<Stored> extends FormAnswer<Stored> {
  isCancelled?: true;
}

/**
 * The `clientAction` of a page on which pictures may be given: a picture is judged before it is sent, and sent with
 * progress; any other form is sent as it is.
 * @param words for a save without an answer
 */
export function sendPicture(words: string) {
  const send = orNotice(words);
  return async (args: ClientActionFunctionArgs) => {
    const form = await args.request.clone().formData();
    const file = form.get('file');
    if (!(file instanceof File) || !file.size || form.get('intent') === 'remove') return send(args);
    const submission = parseWithZod(form, { schema: pictureSchema });
    const problem = await pictureProblem(file);
    const refuse = (fieldErrors: Record<string, string[]>) =>
      notSent(submission.reply({ hideFields: ['file'], fieldErrors }));
    if (problem || submission.status !== 'success') return refuse(problem ? { file: [problem] } : {});
    const answer = await orUnanswered(() => withProgress(() => args.serverAction<unknown>()), words);
    if (answer === 'cancelled') return { isCancelled: true } satisfies PictureAnswer<never>;
    return answer === 'too-large' ? refuse({ file: [TOO_LARGE] }) : answer;
  };
}

const notSent = (result: PictureAnswer<never>['result']) => jsonAnswer({ result } satisfies PictureAnswer<never>, 400);
