import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { ChatBubbleBottomCenterTextIcon, PlusIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { readOrExplain } from '../../forms/action.server.ts';
import { adminMeta } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths } from '../../paths.ts';
import { RouteButton } from '../../ui/button.tsx';
import { amount } from '../privacy/data-subject.ts';
import { listSavedReplies } from './saved-replies.server.ts';
import { TextLink } from '../../ui/text-link.tsx';

const { admin } = paths;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const read = () => listSavedReplies(entityManager(context));
  return readOrExplain(context, 'Failed to fetch saved replies', async () => ({ replies: await read() }));
}

export const meta = adminMeta('Saved Replies');

export default function SavedRepliesPage() {
  const { replies, notice } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Saved Replies</h1>
        <RouteButton to={admin.newSavedReply} look="primary" preventScrollReset>
          <PlusIcon aria-hidden className="size-5" />
          Add Saved Reply
        </RouteButton>
      </div>
      <p className="text-muted mt-2 max-w-prose">
        Texts that are ready: each can be put into a reply, where it is changed before it goes.{' '}
        <TextLink back={admin.messages}>Back to View Messages</TextLink>
      </p>
      <FlashBanner notice={notice} className="mt-6" />
      {replies?.length ? (
        <ul aria-label="Saved replies" className="card divide-border mt-6 divide-y">
          {replies.map(({ id, name, text, documents }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-40 flex-1">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-muted line-clamp-2 text-sm wrap-anywhere">
                  {documents.length ? `${amount(documents.length, 'document', 'documents')} · ` : ''}
                  {text}
                </p>
              </div>
              <RouteButton to={admin.editSavedReply(id)} className="btn-small" preventScrollReset>
                Edit<span className="sr-only"> {name}</span>
              </RouteButton>
            </li>
          ))}
        </ul>
      ) : null}
      {replies?.length === 0 ? (
        <div className="card mt-6 grid justify-items-center gap-3 px-6 py-14 text-center">
          <ChatBubbleBottomCenterTextIcon aria-hidden className="text-muted size-12" />
          <h2 className="text-xl">No saved replies yet</h2>
          <p className="text-muted max-w-md">What you write again and again, such as the first answer to an enquiry.</p>
        </div>
      ) : null}
      <Outlet />
    </>
  );
}
