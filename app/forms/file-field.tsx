import { useState, type ChangeEvent, type ComponentProps } from 'react';
import { parseWithZod } from '@conform-to/zod/v4';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { z } from '../schemas/zod.ts';
import { TextField } from '../ui/field.tsx';
import { jsonAnswer, replyToFailure, type FormAnswer } from './answer.ts';
import { UploadBar, withProgress } from './upload-bar.tsx';

export interface FileAnswer<Stored = never> extends FormAnswer<Stored> {
  isCancelled?: true;
}

interface FileFieldProps extends ComponentProps<typeof TextField> {
  answer: FileAnswer<unknown> | undefined;
  isBusy: boolean;
  findProblem: (file: File) => Promise<string | null | undefined>;
}

/** With JavaScript it checks the file as soon as it is chosen. */
export function FileField({ answer, isBusy, findProblem, help, errors, className, ...rest }: FileFieldProps) {
  const [judged, setJudged] = useState<{ of: typeof answer; problem: string | null | undefined }>();
  const judge = async ({ target: { files } }: ChangeEvent<HTMLInputElement>) =>
    setJudged({ of: answer, problem: files?.[0] && (await findProblem(files[0])) });
  return (
    <>
      <TextField
        {...rest}
        defaultValue={undefined}
        help={
          <>
            {help}
            {answer ? <noscript> Please choose the file again.</noscript> : null}
          </>
        }
        errors={judged && judged.of === answer ? [judged.problem ?? []].flat() : errors}
        type="file"
        className={`file-control ${className ?? ''}`}
        onChange={(event) => void judge(event)}
      />
      <UploadBar />
      <div role="status" className="text-muted empty:absolute">
        {answer?.isCancelled && !isBusy ? <p>Upload cancelled. Nothing was saved.</p> : null}
      </div>
    </>
  );
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
