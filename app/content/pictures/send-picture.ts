import type { ClientActionFunctionArgs } from '@remix-run/react';
import { withFailureNotice } from '../../forms/answer.ts';
import { sendFile } from '../../forms/file-field.tsx';
import { pictureProblem, pictureSchema, TOO_LARGE } from './picture.schema.ts';

/** The `clientAction` of a page on which pictures may be given. @param words shown when no answer comes */
export function sendPicture(words: string) {
  const send = withFailureNotice(words);
  const sendIt = sendFile({ schema: pictureSchema, findProblem: pictureProblem, tooLarge: TOO_LARGE }, words);
  return async (args: ClientActionFunctionArgs) => {
    const form = await args.request.clone().formData();
    const file = form.get('file');
    const isGiven = file instanceof File && file.size > 0 && (form.get('intent') ?? 'preview') === 'preview';
    return isGiven ? sendIt(args) : send(args);
  };
}
