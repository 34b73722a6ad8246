import { useState, type ComponentProps } from 'react';
import type { FieldState } from '../../forms/staff-form.tsx';
import { limitText, sizeText } from '../../ui/size-text.ts';
import { MOST_FILES, problemsOfFiles } from '../files/enquiry-files.ts';
import { FilesField } from '../files/files-field.tsx';
import type { ReplyAnswer } from './reply-form.tsx';

export type Attachable = { id: number; title: string; sizeBytes: number }[];

export function ReplyDocuments({ field, documents }: { field: FieldState; documents: Attachable }) {
  const ticked = field.defaultValue.split('\n');
  if (!documents.length) return null;
  return (
    <details open={field.defaultValue !== ''}>
      <summary className="text-link w-fit cursor-pointer py-0.5">Company documents</summary>
      <fieldset className="mt-1 grid gap-1">
        <legend className="sr-only">Company documents</legend>
        {documents.map(({ id, title, sizeBytes }) => (
          <Tick key={id} name={field.name} value={id} defaultChecked={ticked.includes(String(id))}>
            {title} <span className="text-muted text-sm whitespace-nowrap">{sizeText(sizeBytes)}</span>
          </Tick>
        ))}
      </fieldset>
    </details>
  );
}

/** A file whose box is cleared is not sent. */
export function KeptFiles({ field }: { field: FieldState }) {
  if (!field.defaultValue) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">Files of the reply that was taken back</legend>
      {field.defaultValue.split('\n').map((file) => (
        <Tick key={file} name={field.name} value={file} defaultChecked>
          {file.slice(37)}
        </Tick>
      ))}
    </fieldset>
  );
}

const Tick = ({ children, ...input }: ComponentProps<'input'>) => (
  <label className="flex items-start gap-2.5 py-1">
    <input type="checkbox" {...input} className="control-choice" />
    <span className="wrap-anywhere">{children}</span>
  </label>
);

type ReplyFilesProps = { field: FieldState; most: number; answer: ReplyAnswer | undefined; isBusy: boolean };

/** `most` is in bytes, for all files together. With JavaScript files are checked when they are chosen. */
export function ReplyFiles({ field, most, answer, isBusy }: ReplyFilesProps) {
  const [judged, setJudged] = useState<{ after: unknown; problems: string[] }>();
  const notice = [answer?.isCancelled && 'Sending stopped.', answer?.isTakenBack && 'Taken back.'].find(Boolean);
  const isNewer = judged && judged.after === answer; // newer than the server's answer
  return (
    <>
      <FilesField
        id={field.id}
        label="Files"
        limits={`Up to ${MOST_FILES} files, ${limitText(most)} in all: PDF, JPEG, PNG, WebP or HEIC.`}
        errors={isNewer ? judged.problems : field.errors}
        isSending={isBusy}
        wasRefused={answer !== undefined && !answer.isTakenBack}
        onChosen={(files) => setJudged({ after: answer, problems: problemsOfFiles(files, most) })}
      />
      <input type="hidden" name="most" value={most} />
      <div role="status" className="text-muted empty:absolute">
        {notice && !isBusy ? <p>{`${notice} Nothing was sent.`}</p> : null}
      </div>
    </>
  );
}
