import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, Outlet, useActionData, useLoaderData, useParams, useSearchParams } from '@remix-run/react';
import type { ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { PlusIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import {
  parseForm,
  readOrExplain,
  readOrNull,
  redirectWithToast,
  withFailureReply,
} from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { useAnswer } from '../../forms/use-answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { successToast } from '../../forms/toasts/toast.ts';
import { paths } from '../../paths.ts';
import { RouteButton } from '../../ui/button.tsx';
import { requireRole } from '../../accounts/guards.server.ts';
import { changeMessages } from './change-messages.server.ts';
import { actionWords, changesOwner, hidesMessage } from '../actions.ts';
import { listOwners } from '../owners.server.ts';
import { ExportLinks } from './export-links.tsx';
import { BULK_MAX, FETCH_FAILED, inboxSearch, isFiltered, MARK_FAILED, readPlace, listTables } from './inbox.ts';
import { markMany } from './mark-many.server.ts';
import { markSchema } from '../message.schema.ts';
import { MessageTable } from './message-table.tsx';
import { readInbox, readChangedRows } from './messages.server.ts';
import { NewMessagesBar } from './new-messages-bar.tsx';
import { readSearch } from './search.server.ts';
import { useMarks, type Keep } from './use-marks.ts';
import { SearchForm, ViewLinks } from './views-and-search.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { accountId, email } = await requireRole(context, request, 'admin');
  const em = entityManager(context);
  const { view, tables, filter } = readPlace(new URL(request.url).searchParams);
  const { search, errors } = readSearch(filter);
  const isWrong = Object.keys(errors).length > 0;
  const wanted = isFiltered(filter) ? search : undefined;
  const inbox = await readOrExplain(context, FETCH_FAILED, async () => ({
    inbox: await readInbox(em, isWrong ? [] : listTables(view), tables, accountId, wanted),
    owners: await listOwners(em),
  }));
  return data({ ...inbox, email, errors, hasFailed: isWrong }, { status: isWrong ? 400 : 200 });
}

export const action = withFailureReply(MARK_FAILED, async ({ request, context }) => {
  const { by, accountId } = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, markSchema, { maxFields: BULK_MAX + 3 });
  if (!form.ok) return form.notDone(MARK_FAILED, 400);
  const { isBulk, ids, stay, ...asked } = form.value;
  const { act } = asked;
  if (!ids.length) return form.notDone('Select at least one message first.', 400);
  const em = entityManager(context);
  const marked =
    isBulk || changesOwner(act) || hidesMessage(act)
      ? await markMany(em, ids, asked, by)
      : { ...(await changeMessages(em, ids, act, by)), revision: undefined };
  if ('why' in marked) return form.notDone(marked.why, 409);
  const { found, revision } = marked;
  if (!found && !isBulk) return form.notDone(MARK_FAILED, 404);
  const what = isBulk ? `${found} ${found === 1 ? 'message' : 'messages'}` : 'Message';
  const done = { title: `${what} ${actionWords[act].done}`, undo: isBulk ? revision : undefined };
  const readRows = () => readOrNull(context, readChangedRows(em, ids, accountId)); // a failure leaves the mark stored
  if (stay) return { notice: successToast(done), ...(await readRows()) };
  const search = inboxSearch(readPlace(new URL(request.url).searchParams));
  return redirectWithToast(context, paths.admin.messages + search, done);
});

export const clientAction = withFailureNotice(MARK_FAILED);
export const meta = adminMeta('Contact Messages');

/**
 * Loads the list again only on a navigation to the page, so that rows do not move while staff act on them; and when what
 * was done to a message leads away from it.
 */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  formMethod,
  formAction,
  formData,
  actionStatus,
}: ShouldRevalidateFunctionArgs) =>
  formAction === paths.admin.undo ||
  actionStatus === 409 || // somebody else has changed them
  (formMethod === 'POST'
    ? currentUrl.pathname !== nextUrl.pathname && formData?.get('intent') !== 'view'
    : currentUrl.pathname === nextUrl.pathname || currentUrl.search !== nextUrl.search);

export default function MessagesPage() {
  const { inbox, notice, owners, email, errors } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const { id } = useParams();
  const open = id ? Number(id) : null;
  const [query] = useSearchParams();
  const place = readPlace(query);
  const { shown, unsaved, mark, keep, bulkChanges } = useMarks(inbox, inboxSearch(place));
  const ticked = [answer?.result?.initialValue?.message ?? []].flat() as string[];
  const { unread, total } = shown?.counts ?? { unread: 0, total: 0 };
  return (
    <div className="inbox">
      {open === null ? null : (
        <a href="#dialog-title" className="skip-link btn btn-primary print:hidden">
          Skip to the message
        </a>
      )}
      <div className="@container">
        <div className="flex flex-col gap-3">
          <div className="contents flex-wrap items-center justify-between gap-x-2 gap-y-1 @lg:flex">
            <div className="flex items-center justify-between gap-3 @lg:grow">
              <h1 className="text-xl @3xl:text-2xl">
                Contact Messages{' '}
                {shown ? (
                  <span className="text-muted font-sans text-sm font-normal whitespace-nowrap @max-lg:block @max-lg:leading-4 @3xl:text-base">
                    {`${unread.toLocaleString('en-US')} unread, ${(total - unread).toLocaleString('en-US')} read`}
                  </span>
                ) : null}
              </h1>
              <RouteButton to={paths.admin.logEnquiry} className="btn-small flex-none px-2.5!">
                <PlusIcon aria-hidden className="size-4" />
                <span className="@max-lg:sr-only">Log an enquiry</span>
              </RouteButton>
            </div>
            <Link
              to={paths.admin.savedReplies}
              className="text-link py-0.5 text-sm underline @max-lg:order-last print:hidden"
            >
              Saved Replies
            </Link>
            {shown && shown.found !== 0 && (total || place.view !== 'inbox') ? <ExportLinks place={place} /> : null}
          </div>
          <FlashBanner notice={useAnswer(answer?.notice ?? notice)} />
          {shown ? (
            <>
              <NewMessagesBar lastId={shown.lastId} version={shown.version} />
              <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
                <ViewLinks current={place.view} counts={shown.counts} filter={place.filter} />
                <SearchForm place={place} errors={errors} found={shown.found} open={open} />
              </div>
              {(shown.found === 0 ? [] : listTables(place.view)).map((table) => {
                const page = shown.pages[table];
                return page ? (
                  <MessageTable
                    key={table}
                    {...{ table, page, place, open, bulkChanges, unsaved, ticked }}
                    now={shown.now}
                    onMark={mark}
                    version={shown.version}
                    owners={owners ?? []}
                    reader={email}
                  />
                ) : null;
              })}
            </>
          ) : null}
        </div>
      </div>
      <div className="inbox-pane">
        {open === null ? (
          <p className="inbox-nothing-open text-muted px-5 py-16 text-center max-[100rem]:hidden">
            Choose a message to read it here.
          </p>
        ) : null}
        <Outlet context={keep satisfies Keep} />
      </div>
    </div>
  );
}
