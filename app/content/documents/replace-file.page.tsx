import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { adminMeta } from '../../forms/answer.ts';
import { withFailureReply } from '../../forms/action.server.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { sendFile, type FileAnswer } from '../../forms/file-field.tsx';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { dayText } from '../../time/dates.ts';
import { Facts } from '../../ui/conflict.tsx';
import { replacedFileSchema } from './document.schema.ts';
import { findDocument, type ManagedDocument } from './documents.server.ts';
import { PdfField, ValidUntilField } from './document-fields.tsx';
import { pdfIn, uploadProblem } from './pdf-check.ts';
import { parseUpload, replaceFile } from './upload.server.ts';
import { focusFirst } from '../../ui/field.tsx';

const TITLE = 'Replace File';
const REPLACE_FAILED = 'Failed to replace the file';
const problem = uploadProblem('Please select a PDF file');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return { document: requireFound(await findDocument(entityManager(context), readId(params.id))) };
}

export const action = withFailureReply(REPLACE_FAILED, async ({ request, params, context }) => {
  const { by } = await requireRole(context, request, 'editor');
  const form = await parseUpload(context, request, replacedFileSchema);
  if (!form.ok) return form.reply;
  const saved = await replaceFile(entityManager(context), readId(params.id), form.value, by);
  return form.answer(saved, paths.admin.documents, 'File replaced successfully');
});

export const clientAction = sendFile(pdfIn(replacedFileSchema), REPLACE_FAILED);
export const meta = adminMeta(TITLE);

export default function ReplaceFilePage() {
  const { document } = useLoaderData<typeof loader>();
  const answer = useActionData<FileAnswer<ManagedDocument>>();
  return (
    <FormDialog
      title={TITLE}
      closeTo={paths.admin.documents}
      action={paths.admin.replaceFile(document.id)}
      encType="multipart/form-data"
      schema={replacedFileSchema}
      loaded={{ validUntil: document.validUntil }}
      answer={answer}
      problem={problem}
      version={document.version}
      save={TITLE}
      saving="Processing..."
      show={showStored}
    >
      {(field, isBusy) => (
        <>
          {answer?.stored ? null : showStored(document)}
          <p className="text-muted text-sm">
            The public address stays the same. The former file is kept in the history and can be restored.
          </p>
          <ValidUntilField
            field={field('validUntil')}
            {...focusFirst}
            help={document.validUntil ? 'That of the file before: enter the date of the new one.' : undefined}
          />
          <PdfField field={field('file')} answer={answer} isBusy={isBusy} />
        </>
      )}
    </FormDialog>
  );
}

const showStored = ({ title, file, validUntil }: ManagedDocument) => (
  <Facts of={{ Title: title, File: file, ...(validUntil ? { 'Valid until': dayText(validUntil) } : {}) }} />
);
