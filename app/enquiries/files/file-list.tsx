import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { barClass, UploadBar, useUploadProgress } from '../../forms/upload-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { readStart, type Chosen } from './enquiry-files.ts';
import { shrinkPicture } from './shrink-picture.ts';

interface FileListProps {
  input: HTMLInputElement;
  /** Files that were chosen before this component was loaded. */
  early: File[];
  isSending: boolean;
  onChosen: (files: Chosen[]) => void;
}

/** Shows the progress of each file, as they are sent one after another, and that of all below the button. */
export function FileList({ input, early, isSending, onChosen }: FileListProps) {
  const { files, announcement, remove } = useHeldFiles(input, early, onChosen);
  const progress = useUploadProgress();
  const sum = files.reduce((sum, { size }) => sum + size, 0);
  let ahead = progress ? progress.total - sum : 0; // the texts are sent first
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
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

const isSameFile = (a: File, b: File) => a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/**
 * Lets people choose files several times, as they do on phones. Each choice is added, pictures are made smaller, and
 * single files can be removed. The field itself always holds all files, so the form sends what is shown.
 */
function useHeldFiles(input: HTMLInputElement, early: File[], onChosen: (files: Chosen[]) => void) {
  const held = useRef<File[]>([]);
  const [files, setFiles] = useState<File[]>([]);
  const [announcement, announce] = useState('');
  const tell = useRef(onChosen);
  tell.current = onChosen;

  const hold = useCallback(
    async (next: File[]) => {
      held.current = next;
      const transfer = new DataTransfer();
      for (const file of next) transfer.items.add(file);
      input.files = transfer.files;
      setFiles(next);
      const files = await Promise.all(next.map(readStart));
      if (held.current === next) tell.current(files);
    },
    [input],
  );

  useEffect(() => {
    const add = async (picked: Iterable<File> | null) => {
      const more: File[] = [];
      for (const file of picked ?? [])
        if (![...held.current, ...more].some((other) => isSameFile(file, other))) more.push(file);
      await hold([...held.current, ...more]);
      if (more.length) announce(`Added ${more.map(({ name }) => name).join(', ')}`);
      for (const file of more) {
        const smaller = await shrinkPicture(file);
        if (smaller !== file && held.current.includes(file) && input.isConnected)
          await hold(held.current.map((other) => (other === file ? smaller : other)));
      }
    };
    const onChange = () => void add(input.files);
    void add(early);
    input.addEventListener('change', onChange);
    return () => input.removeEventListener('change', onChange);
  }, [input, early, hold]);

  const remove = (file: File) => {
    void hold(held.current.filter((other) => other !== file));
    input.dispatchEvent(new Event('input', { bubbles: true })); // as the browser does when files are chosen
    announce(`Removed ${file.name}`);
    input.focus(); // the button that had the focus is gone
  };

  return { files, announcement, remove };
}
