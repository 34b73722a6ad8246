import type { LoaderFunctionArgs } from '@remix-run/node';
import {
  Outlet,
  useActionData,
  useLoaderData,
  useSearchParams,
  type ShouldRevalidateFunctionArgs,
} from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { orFailed, orUnread } from '../forms/failures.server.ts';
import type { FormAnswer } from '../forms/form-answer.ts';
import { orNotice } from '../forms/or-notice.ts';
import { parseForm } from '../forms/parse-form.server.ts';
import { useAnswer } from '../forms/use-answer.ts';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { doneNotice } from '../notices/notice.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';
import { ExportLink } from './export-link.tsx';
import { BULK_MAX, inboxSearch, MARK_FAILED, NO_SELECTION, parseCursor, placesOf } from './inbox.ts';
import { markSchema } from './message.schema.ts';
import { MessageTable } from './message-table.tsx';
import { countMessages, listMessages, markMessages } from './messages.server.ts';
import { NewMessagesBar } from './new-messages-bar.tsx';
import { useMarks, type Keep } from './use-marks.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const em = entityManager(context);
  const places = placesOf(new URL(request.url).searchParams);
  return orUnread(context, 'Failed to fetch messages', async () => {
    const [counts, unread, read] = await Promise.all([
      countMessages(em),
      listMessages(em, false, parseCursor(places.unread)),
      listMessages(em, true, parseCursor(places.read)),
    ]);
    return { inbox: { counts, unread, read } };
  });
}

export const action = orFailed(MARK_FAILED, async ({ request, context }) => {
  await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, markSchema, { maxFields: BULK_MAX + 2 });
  if (!form.ok) return form.notDone(MARK_FAILED, 400);
  const { isRead, isBulk, ids, stay } = form.value;
  if (!ids.length) return form.notDone(NO_SELECTION, 400);
  const marked = await markMessages(entityManager(context), ids, isRead);
  if (!marked && !isBulk) return form.notDone(MARK_FAILED, 404);
  const what = isBulk ? `${marked} ${marked === 1 ? 'message' : 'messages'}` : 'Message';
  const done = `${what} marked as ${isRead ? 'read' : 'unread'}`;
  if (stay) return { notice: doneNotice(done) };
  return redirectWithNotice(paths.admin.messages + inboxSearch(placesOf(new URL(request.url).searchParams)), done);
});

export const clientAction = orNotice(MARK_FAILED);
export const meta = adminMeta('Contact Messages');

/** Rows stay where they are while people act on them: only going to the page loads it anew, from it or from elsewhere. */
export const shouldRevalidate = ({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs) =>
  !formMethod && (currentUrl.pathname === nextUrl.pathname || currentUrl.search !== nextUrl.search);

export default function MessagesPage() {
  const { inbox, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const banner = useAnswer(answer?.notice ?? notice);
  const [query] = useSearchParams();
  const places = placesOf(query);
  const { shown, mark, keep, bulkChanges } = useMarks(inbox, inboxSearch(places));
  const { unread, total } = shown?.counts ?? { unread: 0, total: 0 };
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">
          Contact Messages{' '}
          {shown ? (
            <span className="text-muted font-sans text-base font-normal whitespace-nowrap">
              {`${unread.toLocaleString('en-US')} unread, ${(total - unread).toLocaleString('en-US')} read`}
            </span>
          ) : null}
        </h1>
        {total ? <ExportLink /> : null}
      </div>
      <NoticeBanner notice={banner} />
      {shown ? (
        <>
          <NewMessagesBar loaded={shown.counts} />
          <MessageTable isRead={false} page={shown.unread} places={places} onMark={mark} bulkChanges={bulkChanges} />
          <MessageTable isRead page={shown.read} places={places} onMark={mark} bulkChanges={bulkChanges} />
        </>
      ) : null}
      <Outlet context={keep satisfies Keep} />
    </div>
  );
}
