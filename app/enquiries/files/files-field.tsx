import { useEffect, useRef, useState, type ComponentProps, type ComponentType } from 'react';
import { describedBy, Field } from '../../ui/field.tsx';
import { limitText } from '../../ui/size-text.ts';
import { ACCEPTED, FILE_BYTES, FILES_BYTES, MOST_FILES } from './enquiry-files.ts';
import type { FileList } from './file-list.tsx';

interface FilesFieldProps {
  id: string;
  label: string;
  errors?: readonly string[];
  isSending: boolean;
  /** The form came back, and without JavaScript the browser has dropped the files. */
  wasRefused: boolean;
  /** Called with what is wrong after each change; only with JavaScript. */
  onJudged: (problems: string[]) => void;
}

/** A plain file field; with JavaScript a list that can be added to. */
export function FilesField({ id, label, errors, isSending, wasRefused, onJudged }: FilesFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [List, setList] = useState<ComponentType<ComponentProps<typeof FileList>>>();
  // Most enquiries have no files, so the list is loaded late. Without it the field still works.
  const load = () => {
    if (input.current?.files?.length)
      import('./file-list.tsx').then(
        (file) => setList(() => file.FileList),
        () => {},
      );
  };
  useEffect(load, []); // chosen before the page was taken over
  return (
    <Field
      id={id}
      label={label}
      optional
      errors={errors}
      help={
        <>
          {`Up to ${MOST_FILES} files: PDF, JPEG, PNG, WebP or HEIC, of at most ${limitText(FILE_BYTES)} each and ${limitText(FILES_BYTES)} together.`}
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
        onChange={List ? undefined : load}
        {...describedBy(id, { help: true, errors })}
        className="control file-control"
      />
      {List && input.current ? <List input={input.current} isSending={isSending} onJudged={onJudged} /> : null}
    </Field>
  );
}
