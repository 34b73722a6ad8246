import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { adminMeta } from '../../forms/answer.ts';
import { redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { sendFile, type FileAnswer } from '../../forms/file-field.tsx';
import { paths } from '../../paths.ts';
import { newDocumentSchema } from './document.schema.ts';
import { DocumentFields, PdfField } from './document-fields.tsx';
import { pdfIn, uploadProblem } from './pdf-check.ts';
import { parseUpload, uploadDocument } from './upload.server.ts';

const TITLE = 'Upload Document';
const UPLOAD_FAILED = 'Failed to upload document';
const problem = uploadProblem('Please provide a title and select a PDF file');

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return { formId: randomUUID() };
}

export const action = withFailureReply(UPLOAD_FAILED, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'editor');
  const form = await parseUpload(context, request, newDocumentSchema);
  if (!form.ok) return form.reply;
  await uploadDocument(entityManager(context), form.value, by);
  return redirectWithToast(context, paths.admin.documents, 'Document uploaded successfully');
});

export const clientAction = sendFile(pdfIn(newDocumentSchema), UPLOAD_FAILED);
export const meta = adminMeta(TITLE);

export default function NewDocumentPage() {
  const { formId } = useLoaderData<typeof loader>();
  const answer = useActionData<FileAnswer>();
  return (
    <FormDialog
      title={TITLE}
      closeTo={paths.admin.documents}
      action={paths.admin.newDocument}
      encType="multipart/form-data"
      schema={newDocumentSchema}
      loaded={{}}
      answer={answer}
      problem={problem}
      formId={formId}
      save={TITLE}
      saving="Processing..."
    >
      {(field, isBusy) => (
        <>
          <DocumentFields field={field} isNew />
          <PdfField field={field('file')} answer={answer} isBusy={isBusy} />
        </>
      )}
    </FormDialog>
  );
}
