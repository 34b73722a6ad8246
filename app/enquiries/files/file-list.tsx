import { createPortal } from 'react-dom';
import { barClass, UploadBar, useUploadProgress } from '../../forms/upload-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { sizeText } from '../../ui/size-text.ts';
import type { Chosen } from './enquiry-files.ts';
import { useHeldFiles } from './use-held-files.ts';

interface FileListProps {
  input: HTMLInputElement;
  isSending: boolean;
  /** Called with what is there after each change. */
  onChosen: (files: Chosen[]) => void;
}

/** Lists the files with their size and progress. They are sent one after another; the bar of all is below the button, where the eye is. */
export function FileList({ input, isSending, onChosen }: FileListProps) {
  const { files, said, remove } = useHeldFiles(input, onChosen);
  const progress = useUploadProgress();
  const sum = files.reduce((sum, { size }) => sum + size, 0);
  let ahead = progress ? progress.total - sum : 0; // the texts come first
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul className="divide-border border-border mt-1 divide-y border-y empty:hidden">
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
                <Button className="btn-small" disabled={isSending} onClick={() => remove(file)}>
                  Remove <span className="sr-only">{file.name}</span>
                </Button>
              )}
              {progress && isSending ? (
                <progress id={progressId} max={1} value={sent} className={`${barClass} col-span-2`} />
              ) : null}
            </li>
          );
        })}
      </ul>
      {progress && isSending
        ? createPortal(
            <div className="basis-full">
              <UploadBar stop="Stop sending" />
            </div>,
            input.form!.querySelector('[type="submit"]')!.parentElement!,
          )
        : null}
    </>
  );
}
