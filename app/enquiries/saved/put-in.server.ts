import { data, type AppLoadContext } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import type { Staff } from '../../accounts/guards.server.ts';
import { parseForm } from '../../forms/action.server.ts';
import type { ReplyAnswer } from '../conversation/reply-form.tsx';
import { fillInReply } from './saved-replies.server.ts';
import { putInSchema } from './saved-reply.schema.ts';

/** The reply form with a saved reply below what was typed. Nothing is stored or sent. */
export async function putIn(context: AppLoadContext, request: Request, read: FormData, message: number, staff: Staff) {
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
