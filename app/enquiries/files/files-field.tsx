import { useEffect, useRef, useState, type ComponentProps, type ComponentType } from 'react';
import { describedBy, Field } from '../../ui/field.tsx';
import { ACCEPTED, type Chosen } from './enquiry-files.ts';
import type { FileList } from './file-list.tsx';

interface FilesFieldProps {
  id: string;
  label: string;
  limits: string;
  errors?: readonly string[];
  isSending: boolean;
  /** The form was refused: without JavaScript the browser has dropped the files. */
  wasRefused: boolean;
  /** Called with all files after each change; only with JavaScript. */
  onChosen: (files: Chosen[]) => void;
}

export function FilesField({ id, label, limits, errors, isSending, wasRefused, onChosen }: FilesFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [List, setList] = useState<ComponentType<ComponentProps<typeof FileList>>>();
  const early = useRef<File[]>([]); // until the list is loaded, the field drops them at the next choice
  // Most enquiries have no files, so the list is loaded once a file is chosen. The field works without it.
  const load = () => {
    early.current.push(...(input.current?.files ?? []));
    if (early.current.length)
      import('./file-list.tsx').then(
        (file) => setList(() => file.FileList),
        () => {},
      );
  };
  useEffect(load, []); // for files that were chosen before the page was hydrated
  return (
    <Field
      id={id}
      label={label}
      optional
      errors={errors}
      help={
        <>
          {limits}
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
      {List && input.current ? (
        <List input={input.current} early={early.current} isSending={isSending} onChosen={onChosen} />
      ) : null}
    </Field>
  );
}
