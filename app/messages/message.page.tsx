import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  type SerializeFrom,
} from '@remix-run/node';
import { useActionData, useLoaderData, useSearchParams, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { hasFailed, markFailed } from '../http/form-failed.server.ts';
import { readForm } from '../http/form.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { redirectWithNotice } from '../http/notice.server.ts';
import { errorNotice } from '../http/notice.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { inboxSearch, MARK_FAILED } from './inbox.ts';
import { MessageDetails } from './message-details.tsx';
import { findMessage, markMessages, sendNotificationAgain } from './messages.server.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const message = await findMessage(entityManager(context), idOf(params.id));
  if (!message) throw notFound();
  return { message, failed: hasFailed(context) };
}

// Looking at this address changes nothing, so that a reload or a prefetch does not: the View button posts.
export async function action({ request, params, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'admin');
  const id = idOf(params.id);
  const intent = (await readForm(request)).get('intent');
  const em = entityManager(context);
  const query = new URL(request.url).searchParams;
  const here = paths.admin.message(id) + inboxSearch(query.get('unread'), query.get('read'));
  const fail = (text: string, status: number) => {
    markFailed(context);
    return data({ notice: errorNotice(text) }, { status });
  };
  const change = intent === 'view' ? 'view' : intent === 'send-again' ? 'send' : null;
  if (!change) return fail(MARK_FAILED, 400);
  let found: boolean;
  try {
    found = change === 'view' ? (await markMessages(em, [id], true)) > 0 : await sendNotificationAgain(em, id);
  } catch (error) {
    log.error({ requestId: context.requestId, err: describeError(error) }, 'message could not be changed');
    return fail(failureOf(intent), 503);
  }
  if (!found) throw notFound();
  if (change === 'view') return redirect(here, 303);
  return redirectWithNotice(here, 'The e-mail will be sent again');
}

export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = (await request.clone().formData()).get('intent');
  return orUnanswered(
    () => serverAction<typeof action>(),
    () => ({ notice: errorNotice(failureOf(intent)) }),
  );
}

const failureOf = (intent: FormDataEntryValue | null) =>
  intent === 'send-again' ? 'The e-mail could not be queued again' : MARK_FAILED;

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${(loaded as SerializeFrom<typeof loader> | undefined)?.failed ? 'Error: ' : ''}Message Details` },
  { name: 'robots', content: 'noindex' },
];

export default function MessagePage() {
  const { message } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [query] = useSearchParams();
  const search = inboxSearch(query.get('unread'), query.get('read'));
  return (
    <RouteDialog title="Message Details" closeTo={paths.admin.messages + search} size="wide">
      <NoticeBanner notice={answer?.notice} className="mb-5" />
      <MessageDetails message={message} action={paths.admin.message(message.id) + search} />
    </RouteDialog>
  );
}
