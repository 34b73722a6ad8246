import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { z } from '../../schemas/zod.ts';
import { ownPath, requireFound } from '../../http/addresses.server.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths } from '../../paths.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { RouteButton } from '../../ui/button.tsx';
import { roleToUndo, undo } from './undo.server.ts';

const UNDO_FAILED = 'Failed to undo';
const TOO_LATE =
  'This can no longer be undone: it was undone or changed again since, or more than an hour ago. Nothing was changed.';

const undoSchema = z.object({ revision: z.int32().check(z.positive()) });

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return null;
}

export const action = withFailureReply(UNDO_FAILED, async ({ request, context }) => {
  await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, undoSchema);
  if (!form.ok) return form.notDone(UNDO_FAILED, 400);
  const em = entityManager(context);
  const { by } = await requireRole(context, request, requireFound(await roleToUndo(em, form.value.revision)));
  const undone = await undo(em, form.value.revision, by);
  if (undone.outcome === 'outdated') return form.notDone(TOO_LATE, 409);
  // Leads back to the page of the undo button, which may be public, or that of a project's pictures.
  const back = ownPath(request.headers.get('referer'), context.app.env.appUrl, undone.back);
  return redirectWithToast(context, back, { title: 'Undone', description: `${undone.what}.` });
});

export const clientAction = withFailureNotice(UNDO_FAILED);
export const meta = adminMeta('Undo');

export default function UndoPage() {
  const answer = useActionData<FormAnswer<never>>();
  return (
    <div className="grid max-w-3xl justify-items-start gap-6">
      <h1 className="text-2xl">Undo</h1>
      {answer ? <FlashBanner notice={answer.notice} /> : <p>What can be undone is offered right after it was done.</p>}
      <RouteButton to={paths.admin.dashboard}>To the dashboard</RouteButton>
    </div>
  );
}
