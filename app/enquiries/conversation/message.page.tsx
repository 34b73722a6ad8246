import { randomUUID } from 'node:crypto';
import { data, redirect, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useOutletContext, useSearchParams } from '@remix-run/react';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice } from '../../forms/answer.ts';
import { sendFile } from '../../forms/file-field.tsx';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { requireRole, type Staff } from '../../accounts/guards.server.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { useFocusWhenGone } from '../../ui/use-focus-when-gone.ts';
import { fillInReply, listSavedReplies } from '../saved/saved-replies.server.ts';
import { putInSchema } from '../saved/saved-reply.schema.ts';
import { listAttachable } from '../../content/documents/documents.server.ts';
import { problemsOfFiles, readStart, tooBigText } from '../files/enquiry-files.ts';
import { readFormWithFiles } from '../files/read-form.server.ts';
import { mostMailedBytes } from '../../mail/sender.server.ts';
import { changeMessage } from './change-message.server.ts';
import { changeMessages } from '../inbox/change-messages.server.ts';
import { inboxPath, inboxSearch, MARK_FAILED, readPlace } from '../inbox/inbox.ts';
import { findNeighbours } from '../inbox/messages.server.ts';
import { countMessages } from '../message-tables.server.ts';
import { listOwners } from '../owners.server.ts';
import { MessageDetails } from './message-details.tsx';
import { HELD_S, messageActionSchema, replySchema } from '../message.schema.ts';
import { findMessage } from './find-message.server.ts';
import type { ReplyAnswer } from './reply-form.tsx';
import type { Keep } from '../inbox/use-marks.ts';

const TITLE = 'Message Details';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { email, accountId } = await requireRole(context, request, 'admin');
  const em = entityManager(context);
  const id = readId(params.id);
  const query = new URL(request.url).searchParams;
  const message = requireFound(await findMessage(em, id, query.has('all')));
  const [neighbours, owners, replies, counts] = await Promise.all([
    findNeighbours(em, id, readPlace(query), accountId),
    listOwners(em),
    listSavedReplies(em),
    countMessages(em, accountId),
  ]);
  const saved = replies.map(({ id, name }) => ({ id, name }));
  const documents = listAttachable(context.app);
  return { message, counts, neighbours, reader: email, owners, documents, formId: randomUUID(), saved };
}

const failures: Record<string, string> = {
  'send-again': 'The email could not be queued again',
  'send-reply-again': 'The email could not be queued again',
  reply: 'Failed to send reply',
  note: 'Failed to add note',
  'delete-note': 'Failed to delete note',
  'take-back': 'Failed to take the reply back',
};
const describeFailure = (intent: string) => failures[intent] ?? MARK_FAILED;

// The View button posts, because a GET such as a reload or a prefetch must not mark anything as read.
export const action = withFailureReply(describeFailure, async ({ request, params, context }) => {
  const staff = await requireRole(context, request, 'admin');
  const { by, accountId } = staff;
  const mostBytes = mostMailedBytes(context.app.env);
  const { form: read, files, discard } = await readFormWithFiles(context, request, mostBytes);
  context.afterRequest?.(discard);
  // Splits the value of a button such as `give:3` into intent and target.
  const [pressed, target] = String(read.get('intent')).split(':', 2);
  if (target !== undefined) {
    read.set('intent', pressed!);
    read.set('to', target);
  }
  if (read.get('then') === 'put-in') return putIn(context, request, read, readId(params.id), staff);
  const errors = { files: problemsOfFiles(files, mostBytes) };
  const form = await parseForm(context, request, messageActionSchema, { read: { form: read, errors } });
  if (!form.ok) return form.reply;
  const { intent } = form.value;
  const id = readId(params.id);
  const em = entityManager(context);
  const place = readPlace(new URL(request.url).searchParams);
  const next = intent === 'reply' && form.value.then ? (await findNeighbours(em, id, place, accountId)).next : id;
  const changed = await changeMessage(em, id, form.value, by, files);
  if (changed.outcome === 'gone') throw form.gone();
  if (changed.outcome === 'impossible') return form.notDone(changed.why, changed.status);
  if (changed.outcome === 'taken-back')
    return data<ReplyAnswer>({ result: { initialValue: { intent: 'reply', ...changed.taken } }, isTakenBack: true });
  if (changed.outcome === 'invalid') return form.invalid(changed.problems, changed.status);
  if (changed.outcome === 'outdated') return form.conflict(changed.stored);
  if (next && next !== id) await changeMessages(em, [next], 'read', by);
  const to = inboxPath(intent === 'trash' || intent === 'spam' ? null : next) + inboxSearch(place);
  if (changed.words === null) return redirect(to, 303);
  const { words: title, reply } = changed;
  // The toast offers it only if the message closes: an open one shows the button at the reply.
  const takeBack = reply &&
    next !== id && { action: paths.admin.message(id) + inboxSearch(place), reply, leftMs: HELD_S * 1000 };
  return redirectWithToast(context, to, takeBack ? { title, takeBack } : title);
});

/** Answers with the reply form, and the saved reply below the typed text. Nothing is stored or sent. */
async function putIn(context: AppLoadContext, request: Request, read: FormData, message: number, staff: Staff) {
  const form = await parseForm(context, request, putInSchema, { read: { form: read, errors: {} } });
  if (!form.ok) return form.reply;
  const { saved, text = '', documents, then: _, ...typed } = form.value;
  const filled = await fillInReply(entityManager(context), saved, message, staff);
  if (!filled) return form.invalid({ saved: ['This saved reply is not there any more'] }, 409);
  const initialValue = {
    ...typed,
    text: text ? `${text}\n\n${filled.text}` : filled.text,
    documents: [...new Set([...documents, ...filled.documents])],
  };
  return data<ReplyAnswer>({ result: { initialValue }, isPutIn: true });
}

const send = withFailureNotice(describeFailure);

/** Checks the files of a reply before it sends them, and shows the progress. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const form = await args.request.clone().formData();
  if (!form.getAll('files').some((file) => file instanceof File && file.name)) return send(args);
  const most = Number(form.get('most')); // the server's limit, from a hidden field
  const findProblem = async (...all: File[]) => problemsOfFiles(await Promise.all(all.map(readStart)), most).join(' ');
  const judge = { schema: replySchema, name: 'files', findProblem, tooLarge: tooBigText(most) };
  return sendFile(judge, describeFailure('reply'))(args);
}

export const meta = adminMeta(TITLE);

export default function MessagePage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<ReplyAnswer>();
  const keep = useOutletContext<Keep>();
  const { message, counts } = loaded;
  useEffect(() => keep({ rows: [message], counts }), [keep, message, counts]); // also updates the row behind the dialog
  // The next message has other buttons, and begins at its top wherever the focus is.
  const heading = useFocusWhenGone<HTMLHeadingElement>(message.id, '.dialog-place, .inbox-pane');
  const [query] = useSearchParams();
  const search = inboxSearch(readPlace(query));
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.messages + search} size="wide" isBesideWhenWide>
      <MessageDetails
        key={message.id}
        {...loaded}
        {...{ heading, search, answer }}
        action={paths.admin.message(message.id) + search}
      />
    </RouteDialog>
  );
}
