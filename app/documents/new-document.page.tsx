import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { actorOf } from '../activity/activities.server.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { env } from '../env.server.ts';
import { orFailed } from '../forms/failures.server.ts';
import { orUnanswered } from '../forms/or-notice.ts';
import { parseForm } from '../forms/parse-form.server.ts';
import { withProgress } from '../forms/upload-progress.ts';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { paths } from '../paths.ts';
import { documentStore } from '../storage/store.server.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { newDocumentSchema } from './document.schema.ts';
import { leftBehind } from './left-behind.server.ts';
import { fileProblem, tooLarge, UPLOAD_BYTES, UPLOAD_MS } from './upload-check.ts';
import { UploadForm, type UploadAnswer } from './upload-form.tsx';
import { uploadDocument } from './upload.server.ts';

const TITLE = 'Upload Document';
const UPLOAD_FAILED = 'Failed to upload document';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return { formId: randomUUID() };
}

export const action = orFailed(UPLOAD_FAILED, async ({ request, context }) => {
  const { email } = await requireRole(context, request, 'editor');
  context.extendBodyTimeout?.(UPLOAD_MS);
  const limits = { file: { maxBytes: UPLOAD_BYTES, tooLarge: { file: [tooLarge.error] } } };
  const form = await parseForm(context, request, newDocumentSchema, limits);
  if (!form.ok) return form.reply;
  const problem = await fileProblem(form.value.file);
  if (problem) return form.invalid({ file: [problem.error] }, problem.status);
  const by = actorOf(context, email);
  await uploadDocument(entityManager(context), documentStore(env()), form.value, by, leftBehind(context));
  return redirectWithNotice(paths.admin.documents, 'Document uploaded successfully');
});

/** Judges before sending, so that 25 MiB do not travel in vain; then sends with progress. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const submission = parseWithZod(await request.clone().formData(), { schema: newDocumentSchema });
  const problem = submission.status === 'success' ? await fileProblem(submission.value.file) : null;
  if (problem || submission.status !== 'success')
    return notSent(submission.reply({ hideFields: ['file'], fieldErrors: problem ? { file: [problem.error] } : {} }));
  const answer = await orUnanswered(() => withProgress(() => serverAction<unknown>()), UPLOAD_FAILED);
  if (answer === 'cancelled') return { isCancelled: true } satisfies UploadAnswer;
  if (answer === 'too-large') return notSent(submission.reply({ fieldErrors: { file: [tooLarge.error] } }));
  return answer;
}

/** As a Response, because Remix overlooks the status of `data()` here, and would read the page's data again. */
const notSent = (result: UploadAnswer['result']) => Response.json({ result } satisfies UploadAnswer, { status: 400 });

export const meta = adminMeta(TITLE);

export default function NewDocumentPage() {
  const { formId } = useLoaderData<typeof loader>();
  const answer = useActionData<UploadAnswer>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.documents} size="wide">
      <UploadForm answer={answer} formId={formId} />
    </RouteDialog>
  );
}
