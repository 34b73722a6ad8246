import { randomUUID } from 'node:crypto';
import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useOutletContext, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { entityManager } from '#db/orm.ts';
import { actorOf } from '../activity/activities.server.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { orFailed } from '../forms/failures.server.ts';
import type { FormAnswer } from '../forms/form-answer.ts';
import { orNotice } from '../forms/or-notice.ts';
import { parseForm } from '../forms/parse-form.server.ts';
import { idOf, notFound } from '../http/addresses.server.ts';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { actOnMessages, addNote, deleteNote, sendNotificationAgain } from './act-on-messages.server.ts';
import { actWords } from './acts.ts';
import { inboxSearch, MARK_FAILED, placeOf } from './inbox.ts';
import { MessageDetails } from './message-details.tsx';
import { messageChangeSchema, replySchema } from './message.schema.ts';
import { findMessage, happenedSince } from './find-message.server.ts';
import { sendReply, sendReplyAgain } from './replies.server.ts';
import type { SinceThen } from './since-then.tsx';
import type { Keep } from './use-marks.ts';

const TITLE = 'Message Details';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { email } = await requireRole(context, request, 'admin');
  const message = await findMessage(entityManager(context), idOf(params.id));
  if (!message) throw notFound();
  return { message, email, formId: randomUUID() };
}

const failures: Record<string, string> = {
  'send-again': 'The email could not be queued again',
  'send-reply-again': 'The email could not be queued again',
  reply: 'Failed to send reply',
  note: 'Failed to add note',
  'delete-note': 'Failed to delete note',
};
const failureOf = (intent: string) => failures[intent] ?? MARK_FAILED;

// Looking at this address changes nothing, so that a reload or a prefetch does not: the View button posts.
export const action = orFailed(failureOf, async ({ request, params, context }) => {
  const { email } = await requireRole(context, request, 'admin');
  const by = actorOf(context, email);
  const id = idOf(params.id);
  const em = entityManager(context);
  const query = new URL(request.url).searchParams;
  const search = inboxSearch(placeOf(query));
  const here = paths.admin.message(id) + search;
  if (query.get('form') === 'reply') {
    const form = await parseForm(context, request, replySchema);
    if (!form.ok) return form.reply;
    const sent = await sendReply(em, id, form.value, by);
    if (sent.outcome === 'gone') throw notFound();
    return sent.outcome === 'outdated' ? form.conflict(sent.stored) : redirectWithNotice(here, 'Reply queued');
  }
  const form = await parseForm(context, request, messageChangeSchema);
  if (!form.ok) return form.reply;
  const { intent, note, event, reply, version = 0 } = form.value;
  switch (intent) {
    case 'view':
      if (!(await actOnMessages(em, [id], 'read', by)).found) throw notFound();
      return redirect(here, 303);
    case 'send-again':
      if (!(await sendNotificationAgain(em, id))) throw notFound();
      return redirectWithNotice(here, 'The notification will be sent again');
    case 'send-reply-again':
      if (!reply || !(await sendReplyAgain(em, id, reply))) throw notFound();
      return redirectWithNotice(here, 'The reply will be sent again');
    case 'note':
      if (!note) return form.invalid({ note: ['Please write a note'] });
      if (!(await addNote(em, id, { text: note, version: form.value.version }, by))) throw notFound();
      return redirectWithNotice(here, 'Note added');
    case 'delete-note':
      if (!event || !(await deleteNote(em, id, event, by))) return form.notDone(failures[intent]!, 404);
      return redirectWithNotice(here, 'Note deleted');
    default: {
      const { found, changed } = await actOnMessages(em, [id], intent, by, note || null);
      if (!found) throw notFound();
      if (note && !changed) {
        // The message was in that state already, so the note was not stored; unless the same form came twice.
        const since = await happenedSince(em, id, version);
        const isKept = since.some(({ who, text }) => who === email && text === note);
        if (!isKept) return form.conflict({ version: since.at(-1)?.id ?? version, since });
      }
      return redirectWithNotice(
        intent === 'trash' ? paths.admin.messages + search : here,
        `Message ${actWords[intent].done}`,
      );
    }
  }
});

export const clientAction = orNotice(failureOf);
export const meta = adminMeta(TITLE);

export default function MessagePage() {
  const { message, email, formId } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<SinceThen>>();
  const keep = useOutletContext<Keep>();
  const { id, isRead } = message;
  useEffect(() => keep(id, isRead ? 'read' : 'unread'), [keep, id, isRead]); // the row behind the dialog says so, too
  const isAnswered = message.answered !== null;
  useEffect(() => keep(id, isAnswered ? 'answer' : 'reopen'), [keep, id, isAnswered]);
  const [query] = useSearchParams();
  const search = inboxSearch(placeOf(query));
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.messages + search} size="wide" isBesideWhenWide>
      <MessageDetails
        key={id}
        message={message}
        reader={email}
        formId={formId}
        action={paths.admin.message(id) + search}
        answer={answer}
      />
    </RouteDialog>
  );
}
