import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useOutletContext, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { entityManager } from '#db/orm.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { orFailed } from '../forms/failures.server.ts';
import type { FormAnswer } from '../forms/form-answer.ts';
import { orNotice } from '../forms/or-notice.ts';
import { parseForm } from '../forms/parse-form.server.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { inboxSearch, MARK_FAILED, placesOf } from './inbox.ts';
import { MessageDetails } from './message-details.tsx';
import { messageChangeSchema } from './message.schema.ts';
import { findMessage, markMessages, sendNotificationAgain } from './messages.server.ts';
import type { Keep } from './use-marks.ts';

const TITLE = 'Message Details';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const message = await findMessage(entityManager(context), idOf(params.id));
  if (!message) throw notFound();
  return { message };
}

const failureOf = (intent: string) => (intent === 'send-again' ? 'The email could not be queued again' : MARK_FAILED);

// Looking at this address changes nothing, so that a reload or a prefetch does not: the View button posts.
export const action = orFailed(failureOf, async ({ request, params, context }) => {
  await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, messageChangeSchema);
  if (!form.ok) return form.notDone(MARK_FAILED, 400);
  const id = idOf(params.id);
  const em = entityManager(context);
  const here = paths.admin.message(id) + inboxSearch(placesOf(new URL(request.url).searchParams));
  if (form.value.intent === 'view') {
    if (!(await markMessages(em, [id], true))) throw notFound();
    return redirect(here, 303);
  }
  if (!(await sendNotificationAgain(em, id))) throw notFound();
  return redirectWithNotice(here, 'The notification will be sent again');
});

export const clientAction = orNotice(failureOf);
export const meta = adminMeta(TITLE);

export default function MessagePage() {
  const { message } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const keep = useOutletContext<Keep>();
  const { id, isRead } = message;
  useEffect(() => keep([id], isRead), [keep, id, isRead]); // the row behind the dialog says so, too
  const [query] = useSearchParams();
  const search = inboxSearch(placesOf(query));
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.messages + search} size="wide">
      <NoticeBanner notice={answer?.notice} className="mb-5" />
      <MessageDetails message={message} action={paths.admin.message(message.id) + search} />
    </RouteDialog>
  );
}
