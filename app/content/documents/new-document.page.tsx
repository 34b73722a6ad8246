import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { actorOf } from '../../audit/activities.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { withFailureReply } from '../../forms/failures.server.ts';
import { sendFile, type FileAnswer } from '../../forms/send-file.ts';
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { paths } from '../../paths.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { newDocumentSchema } from './document.schema.ts';
import { leftBehind } from './left-behind.server.ts';
import { parseUpload } from './parse-upload.server.ts';
import { UploadForm } from './upload-form.tsx';
import { pdfIn } from './upload-check.ts';
import { uploadDocument } from './upload.server.ts';

const TITLE = 'Upload Document';
const UPLOAD_FAILED = 'Failed to upload document';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return { formId: randomUUID() };
}

export const action = withFailureReply(UPLOAD_FAILED, async ({ request, context }) => {
  const { email } = await requireRole(context, request, 'editor');
  const form = await parseUpload(context, request, newDocumentSchema);
  if (!form.ok) return form.reply;
  const by = actorOf(context, email);
  await uploadDocument(entityManager(context), context.app.store, form.value, by, leftBehind(context));
  return redirectWithToast(context, paths.admin.documents, 'Document uploaded successfully');
});

export const clientAction = sendFile(pdfIn(newDocumentSchema), UPLOAD_FAILED);
export const meta = adminMeta(TITLE);

export default function NewDocumentPage() {
  const { formId } = useLoaderData<typeof loader>();
  const answer = useActionData<FileAnswer>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.documents} size="wide">
      <UploadForm answer={answer} formId={formId} />
    </RouteDialog>
  );
}
