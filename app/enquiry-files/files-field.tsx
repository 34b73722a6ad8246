import { useUploadProgress, cancelUpload } from '../forms/upload-progress.ts';
import { Button } from '../ui/button.tsx';
import { describedBy, Field } from '../ui/field.tsx';
import { sizeText } from '../ui/size-text.ts';
import { ACCEPTED, MOST_FILES } from './enquiry-files.ts';
import { useChosenFiles } from './use-chosen-files.ts';

interface FilesFieldProps {
  id: string;
  label: string;
  errors?: readonly string[];
  isSending: boolean;
  /** The form came back: without scripts the browser has let go of the files. */
  wasRefused: boolean;
  /** Hears what is wrong with the files, after each change; only with scripts. */
  onJudged: (problems: string[]) => void;
}

/** Drawings and photos for an enquiry. Without scripts a plain field; with them a list that can be added to. */
export function FilesField({ id, label, errors, isSending, wasRefused, onJudged }: FilesFieldProps) {
  const { input, files, said, add, remove } = useChosenFiles(onJudged);
  return (
    <Field
      id={id}
      label={label}
      optional
      errors={errors}
      help={
        <>
          Up to {MOST_FILES} files: PDF, JPEG, PNG, WebP or HEIC, of at most 10 MiB each and 25 MiB together.
          {wasRefused ? <noscript> Please choose your files again.</noscript> : null}
        </>
      }
    >
      <input
        ref={input}
        id={id}
        type="file"
        name="files"
        multiple
        accept={ACCEPTED}
        onChange={() => void add()}
        {...describedBy(id, { help: true, errors })}
        className="control file:bg-surface2 file:text-text file:mr-3 file:rounded-sm file:border-0 file:px-3 file:py-1.5 file:font-semibold"
      />
      <ChosenFiles files={files} isSending={isSending} onRemove={remove} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </Field>
  );
}

interface ChosenFilesProps {
  files: File[];
  isSending: boolean;
  onRemove: (file: File) => void;
}

/** Each file with its size, and how far it is while they are sent: they travel one after another. */
function ChosenFiles({ files, isSending, onRemove }: ChosenFilesProps) {
  const progress = useUploadProgress();
  if (!files.length) return null;
  const sum = files.reduce((sum, { size }) => sum + size, 0);
  let ahead = progress ? progress.total - sum : 0; // the texts come first
  return (
    <>
      <ul className="divide-border border-border mt-1 divide-y border-y">
        {files.map((file, n) => {
          const sent = progress ? Math.max(0, Math.min(1, (progress.loaded - ahead) / file.size)) : 0;
          ahead += file.size;
          const progressId = `file-progress-${n}`;
          return (
            <li key={`${n} ${file.name}`} className="grid grid-cols-[1fr_auto] items-center gap-x-4 py-1.5">
              <span className="min-w-0">
                <span className="wrap-anywhere">{file.name}</span>{' '}
                <span className="text-muted text-sm whitespace-nowrap">{sizeText(file.size)}</span>
              </span>
              {progress && isSending ? (
                <label htmlFor={progressId} className="text-sm tabular-nums">
                  <span className="sr-only">{file.name}: </span>
                  {Math.floor(sent * 100)} %
                </label>
              ) : (
                <Button className="btn-small" disabled={isSending} onClick={() => onRemove(file)}>
                  Remove <span className="sr-only">{file.name}</span>
                </Button>
              )}
              {progress && isSending ? (
                <progress id={progressId} max={1} value={sent} className="col-span-2 h-1.5 w-full" />
              ) : null}
            </li>
          );
        })}
      </ul>
      {progress && isSending ? (
        <Button look="danger" className="btn-small mt-1 justify-self-start" onClick={cancelUpload}>
          Stop sending
        </Button>
      ) : null}
    </>
  );
}
