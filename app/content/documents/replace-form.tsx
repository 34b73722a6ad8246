import type { FileAnswer } from '../../forms/send-file.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { paths } from '../../paths.ts';
import { Facts } from '../../ui/conflict.tsx';
import { replacedFileSchema, type DocumentFile } from './document.schema.ts';
import { FileField } from './file-field.tsx';
import { uploadProblem } from './upload-check.ts';

const SAVE = 'Replace File';
const problem = uploadProblem('Please select a PDF file');

interface ReplaceFormProps {
  document: DocumentFile;
  answer: FileAnswer<DocumentFile> | undefined;
}

/** The form that puts another file in the place of a document's. */
export function ReplaceForm({ document, answer }: ReplaceFormProps) {
  return (
    <StaffForm
      action={paths.admin.replaceFile(document.id)}
      encType="multipart/form-data"
      schema={replacedFileSchema}
      loaded={{}}
      answer={answer}
      problem={problem}
      version={document.version}
      conflict={{ show: shown, save: SAVE }}
    >
      {(field, isBusy) => (
        <>
          {answer?.stored ? null : shown(document)}
          <p className="text-muted text-sm">
            The public address stays the same. The former file is kept in the history and can be restored.
          </p>
          <FileField field={field('file')} answer={answer} isBusy={isBusy} save={SAVE} />
        </>
      )}
    </StaffForm>
  );
}

const shown = ({ title, file }: DocumentFile) => <Facts of={{ Title: title, File: file }} />;
