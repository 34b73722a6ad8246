import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Outlet, useActionData, useLoaderData, useSearchParams, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { hasFailed, markFailed } from '../http/form-failed.server.ts';
import { readForm } from '../http/form.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { redirectWithNotice } from '../http/notice.server.ts';
import { errorNotice } from '../http/notice.ts';
import { notFound } from '../http/replies.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { useAnswer } from '../http/use-answer.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';
import { ExportLink } from './export-link.tsx';
import { inboxSearch, MARK_FAILED, NO_SELECTION, parseCursor } from './inbox.ts';
import { markSchema } from './message.schema.ts';
import { MessageTable } from './message-table.tsx';
import { countMessages, listMessages, markMessages } from './messages.server.ts';
import { NewMessagesBar } from './new-messages-bar.tsx';
import { useBulkChanges } from './use-bulk-changes.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const em = entityManager(context);
  const places = placesOf(request);
  const failed = hasFailed(context);
  try {
    const [counts, unread, read] = await Promise.all([
      countMessages(em),
      listMessages(em, false, parseCursor(places.unread)),
      listMessages(em, true, parseCursor(places.read)),
    ]);
    return { inbox: { counts, unread, read }, failed, notice: null };
  } catch (error) {
    log.error({ requestId: context.requestId, err: describeError(error) }, 'messages could not be read');
    return data({ inbox: null, failed: true, notice: errorNotice('Failed to fetch messages') }, { status: 503 });
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'admin');
  const form = await readForm(request);
  const parsed = markSchema.safeParse({ intent: form.get('intent'), ids: form.getAll('message') });
  const fail = (text: string, status: number) => {
    markFailed(context);
    return data({ notice: errorNotice(text) }, { status });
  };
  if (!parsed.success) return fail(MARK_FAILED, 400);
  const { isRead, isBulk, ids } = parsed.data;
  if (!ids.length) return fail(NO_SELECTION, 400);
  let marked: number;
  try {
    marked = await markMessages(entityManager(context), ids, isRead);
  } catch (error) {
    log.error({ requestId: context.requestId, err: describeError(error) }, 'messages could not be marked');
    return fail(MARK_FAILED, 503);
  }
  if (!marked && !isBulk) throw notFound();
  const { unread, read } = placesOf(request);
  const what = isBulk ? `${marked} ${marked === 1 ? 'message' : 'messages'}` : 'Message';
  return redirectWithNotice(
    paths.admin.messages + inboxSearch(unread, read),
    `${what} marked as ${isRead ? 'read' : 'unread'}`,
  );
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnanswered(
    () => serverAction<typeof action>(),
    () => ({ notice: errorNotice(MARK_FAILED) }),
  );

function placesOf(request: Request): { unread: string | null; read: string | null } {
  const query = new URL(request.url).searchParams;
  return { unread: query.get('unread'), read: query.get('read') };
}

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.failed ? 'Error: ' : ''}Contact Messages` },
  { name: 'robots', content: 'noindex' },
];

export default function MessagesPage() {
  const { inbox, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const banner = useAnswer(answer?.notice ?? notice);
  const [query] = useSearchParams();
  const places = { unread: query.get('unread'), read: query.get('read') };
  const bulkChanges = useBulkChanges(Boolean(answer));
  const { unread, total } = inbox?.counts ?? { unread: 0, total: 0 };
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">
          Contact Messages{' '}
          {inbox ? (
            <span className="text-muted font-sans text-base font-normal whitespace-nowrap">
              {`${unread.toLocaleString('en-US')} unread, ${(total - unread).toLocaleString('en-US')} read`}
            </span>
          ) : null}
        </h1>
        {total ? <ExportLink /> : null}
      </div>
      <NoticeBanner notice={banner} />
      {inbox ? (
        <>
          <NewMessagesBar loaded={inbox.counts} />
          <MessageTable isRead={false} page={inbox.unread} places={places} bulkChanges={bulkChanges} />
          <MessageTable isRead page={inbox.read} places={places} bulkChanges={bulkChanges} />
        </>
      ) : null}
      <Outlet />
    </div>
  );
}
