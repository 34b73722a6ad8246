import { useState, type ChangeEvent, type ComponentProps } from 'react';
import { TextField } from '../ui/field.tsx';
import type { FileAnswer } from './send-file.ts';
import { UploadBar } from './upload-bar.tsx';

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
