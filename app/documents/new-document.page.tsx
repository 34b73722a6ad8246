import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { env } from '../env.server.ts';
import { hasFailed, refuse, refuseFailed } from '../http/form-failed.server.ts';
import { readForm } from '../http/form.server.ts';
import { errorNotice, problemNotice } from '../http/notice.ts';
import { redirectWithNotice } from '../http/notice.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { documentStore } from '../storage/store.server.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { formIdIn, typedIn, type DocumentAnswer, type TypedDocument } from './document-answer.ts';
import { documentFields, leftBehind } from './document-form.server.ts';
import { checkUpload, NO_TITLE_OR_FILE, tooLarge, UPLOAD_BYTES, UPLOAD_MS, type Refusal } from './upload-check.ts';
import { UploadForm } from './upload-form.tsx';
import { withProgress } from './upload-progress.ts';
import { uploadDocument } from './upload.server.ts';

const UPLOAD_FAILED = 'Failed to upload document';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return { formId: randomUUID(), hasFailed: hasFailed(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'editor');
  context.giveTime?.(UPLOAD_MS);
  const form = await readForm(request, UPLOAD_BYTES).catch((reply: unknown) => {
    if (statusOf(reply) === 413) return null;
    throw reply;
  });
  if (!form) return refuse(context, refusalAnswer(tooLarge), tooLarge.status);
  const typed = typedIn(form);
  const checked = await checkUpload(typed.title, form.get('file'));
  if (!checked.ok) return refuse(context, refusalAnswer(checked.refusal, typed), checked.refusal.status);
  const judged = documentFields(typed, NO_TITLE_OR_FILE);
  if (!judged.ok) return refuse(context, { notice: judged.notice, errors: judged.errors, typed }, 400);
  try {
    await uploadDocument(
      entityManager(context),
      documentStore(env()),
      judged.fields,
      formIdIn(form),
      checked.file,
      leftBehind(context),
    );
  } catch (error) {
    return refuseFailed(context, error, UPLOAD_FAILED, { typed });
  }
  return redirectWithNotice(paths.admin.documents, 'Document uploaded successfully');
}

const statusOf = (reply: unknown) => (reply as { init?: ResponseInit | null }).init?.status;

/** Judges before sending, so that 25 MiB do not travel in vain; then sends with progress. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  const typed = typedIn(form);
  const checked = await checkUpload(typed.title, form.get('file'));
  if (!checked.ok) return answerOf(checked.refusal, typed);
  const answer = await orUnanswered(
    () => withProgress(() => serverAction<typeof action>()),
    (): DocumentAnswer => ({ notice: errorNotice(UPLOAD_FAILED) }),
  );
  if (answer === 'cancelled') return { notice: null, isCancelled: true };
  if (answer === 'too-large') return answerOf(tooLarge);
  return answer;
}

const refusalAnswer = (refusal: Refusal, typed?: TypedDocument): DocumentAnswer => ({
  notice: problemNotice(refusal),
  errors: refusal.errors,
  typed,
});

/** As a Response, because Remix overlooks the status of `data()` here, and would read the page's data again. */
const answerOf = (refusal: Refusal, typed?: TypedDocument) =>
  Response.json(refusalAnswer(refusal, typed), { status: refusal.status });

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.hasFailed ? 'Error: ' : ''}Upload Document` },
  { name: 'robots', content: 'noindex' },
];

export default function NewDocumentPage() {
  const { formId } = useLoaderData<typeof loader>();
  const answer = useActionData<DocumentAnswer>();
  return (
    <RouteDialog title="Upload Document" closeTo={paths.admin.documents} size="wide">
      <UploadForm answer={answer} formId={formId} />
    </RouteDialog>
  );
}
