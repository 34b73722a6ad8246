import type { ClientActionFunctionArgs } from '@remix-run/react';
import { withFailureNotice } from '../../forms/answer.ts';
import { sendFile } from '../../forms/send-file.ts';
import { chosen, problemsOfFiles, REPLY_FILES_BYTES } from '../files/enquiry-files.ts';
import { replySchema, TOO_LARGE } from '../message.schema.ts';

/** The `clientAction` of a message: files of a reply are judged before they travel, and show how far they are. */
export function sendChange(failureOf: (intent: string) => string) {
  const send = withFailureNotice(failureOf);
  const problemOf = async (...files: File[]) =>
    problemsOfFiles(await Promise.all(files.map(chosen)), REPLY_FILES_BYTES).join(' ');
  const judge = { schema: replySchema, name: 'files', problemOf, tooLarge: TOO_LARGE };
  const sendFiles = sendFile(judge, failureOf('reply'));
  return async (args: ClientActionFunctionArgs) => {
    const files = (await args.request.clone().formData()).getAll('files');
    return files.some((file) => file instanceof File && file.name) ? sendFiles(args) : send(args);
  };
}
