import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { actorOf } from '../../audit/activities.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { withFailureReply } from '../../forms/failures.server.ts';
import { sendFile, type FileAnswer } from '../../forms/send-file.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { paths } from '../../paths.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { replacedFileSchema, type DocumentFile } from './document.schema.ts';
import { findDocumentFile } from './documents.server.ts';
import { leftBehind } from './left-behind.server.ts';
import { parseUpload } from './parse-upload.server.ts';
import { ReplaceForm } from './replace-form.tsx';
import { pdfIn } from './upload-check.ts';
import { replaceFile } from './upload.server.ts';

const TITLE = 'Replace File';
const REPLACE_FAILED = 'Failed to replace the file';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const document = await findDocumentFile(entityManager(context), readId(params.id));
  if (!document) throw notFound();
  return { document };
}

export const action = withFailureReply(REPLACE_FAILED, async ({ request, params, context }) => {
  const { email } = await requireRole(context, request, 'editor');
  const id = readId(params.id);
  const form = await parseUpload(context, request, replacedFileSchema);
  if (!form.ok) return form.reply;
  const by = actorOf(context, email);
  const onLeftBehind = leftBehind(context);
  const saved = await replaceFile(entityManager(context), context.app.store, id, form.value, by, onLeftBehind);
  if (saved.outcome === 'gone') throw notFound();
  if (saved.outcome === 'outdated') return form.conflict(saved.stored);
  return redirectWithToast(context, paths.admin.documents, {
    title: 'File replaced successfully',
    undo: saved.revision,
  });
});

export const clientAction = sendFile(pdfIn(replacedFileSchema), REPLACE_FAILED);
export const meta = adminMeta(TITLE);

export default function ReplaceFilePage() {
  const { document } = useLoaderData<typeof loader>();
  const answer = useActionData<FileAnswer<DocumentFile>>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.documents} size="wide">
      <ReplaceForm key={document.id} document={document} answer={answer} />
    </RouteDialog>
  );
}
