import { EnquiryFile } from '#db/entities/enquiry-file.ts';
import { Reply } from '#db/entities/message-mail.ts';
import type { EntityManager } from '#db/orm.ts';
import { findAnswer, keepAnswer } from '../../accounts/sign-in/kept-forms.server.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { unqueueMailsSql } from '../../mail/mail-jobs.server.ts';
import { recordMessageActivity } from '../inbox/change-messages.server.ts';
import { restoreState, type States } from '../inbox/mark-many.server.ts';
import type { TakenReply } from '../message.schema.ts';
import { WAITS } from '../message-tables.server.ts';
import { ANSWER_MS } from '../reminders/answer-clock.ts';

/**
 * Also restores the enquiry's state.
 * @returns the reply's text, and the same again for half an hour (a second press, a reload); 'went' if the reply was sent;
 * null if `by` has no such reply
 */
export function takeBackReply(
  em: EntityManager,
  message: number,
  id: string,
  by: Actor,
): Promise<TakenReply | 'went' | null> {
  return em.transactional(async (tx) => {
    // SQL: in the order of `sendReply`, so that the two do not deadlock.
    await tx.execute('select from messages where id = ? for update', [message]);
    const reply = await tx.findOne(Reply, { id, message, who: by.who });
    if (!reply) return findAnswer<TakenReply>(tx, `${message} ${id}`, by.who);
    const files = await tx.find(EnquiryFile, { reply: id }, { orderBy: { position: 'asc' } });
    // SQL: by the database's clock. Either this deletes the row first, or `replyMails` changes it.
    const deleted = await tx.execute<unknown[]>(
      'delete from replies where id = ? and goes_at > clock_timestamp() returning 1 as is',
      [id],
    );
    if (!deleted.length) return 'went';
    await tx.nativeUpdate(EnquiryFile, { id: files.map((file) => file.id) }, { message: null, reply: null });
    const { before, after } = reply.states as { before: States; after: States };
    // SQL: a later reply, if taken back, has to restore the state before this one.
    const later = await tx.execute<unknown[]>(
      `update replies set states = jsonb_set(states, '{before}', ?::jsonb) where id = (select id from replies
         where message_id = ? and states is not null and created_at >= ? order by created_at limit 1) returning id`,
      [JSON.stringify(before), message, reply.createdAt],
    );
    if (!later.length) await restoreState(tx, before, after);
    // SQL: the enquiry may have been put off meanwhile. Without an answer it comes back when the answer is due.
    await tx.execute(
      `update messages set later_until = least(later_until, ${WAITS} + make_interval(secs => ${ANSWER_MS / 1000}))
       where id = ? and later_until is not null and coalesce(first_answered_at, answered_at) is null`,
      [message],
    );
    await tx.execute(unqueueMailsSql('reply', '(select ?::uuid as id) as reply').take, [id]);
    await recordMessageActivity(tx, message, null, by, 'Took back a reply to {}');
    const { subject, text, documents } = reply;
    const taken = { subject, text, documents: documents ?? [], kept: files.map((file) => `${file.id} ${file.name}`) };
    await keepAnswer(tx, `${message} ${id}`, by.who, taken);
    return taken;
  });
}
