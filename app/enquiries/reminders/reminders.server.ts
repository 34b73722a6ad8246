import { Reminder } from '#db/entities/message-mail.ts';
import { WAITING } from '#db/entities/message.ts';
import { tryLock } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { queueMailsSql } from '../../mail/mail-jobs.server.ts';
import { storedMails } from '../../mail/stored-mails.server.ts';
import { paths } from '../../paths.ts';
import { sendToOffice } from '../mails/office-mails.server.ts';
import { countMessages, locked, milliseconds, WAITS } from '../message-tables.server.ts';
import { enquiriesMail, reminderSubject, type WaitingEnquiry } from './reminder-mail.ts';

/** An enquiry that has waited this long causes a reminder. Reminders are sent at most once an hour. */
const WAITED_HOURS = 20;
const APART_MINUTES = 60;
/** A reminder lists and marks at most this many: more would exceed the statement timeout. */
const LISTED = 1000;

/** Makes no reminder while one is unsent, since that one will list all that wait. @returns whether it made one */
export async function remindOfWaiting(em: EntityManager): Promise<boolean> {
  return em.transactional(async (tx) => {
    if (!(await tryLock(tx, 'reminder'))) return false; // another process is doing it
    // SQL: decides, marks and queues in one statement.
    const rows = await tx.execute<unknown[]>(
      `with due as (
         select id from messages where ${WAITING} and reminded_at is null
           and ${WAITS} <= now() - make_interval(hours => ${WAITED_HOURS})
         order by ${WAITS}, id limit ${LISTED} for update skip locked
       ), made as (
         insert into reminders (id) select gen_random_uuid()
         where exists (select from due) and not exists (
           select from reminders where state = 'waiting' or created_at between now() - make_interval(mins => ${APART_MINUTES}) and now())
         returning id
       ), marked as (
         update messages set reminded_at = now() where id in (select id from due) and exists (select from made)
       ), old as (delete from reminders where created_at < now() - interval '30 days' and state <> 'waiting')
       ${queueMailsSql('reminder', 'made')}`,
    );
    return rows.length > 0;
  });
}

/** Lists all that wait when it is sent. If none waits any more, no mail is sent. */
export const reminderMails = storedMails(Reminder, {
  async send({ id }, em, app, only) {
    const waiting = await readWaiting(em, WAITING, [], LISTED);
    const ids = `{${waiting.map(({ id }) => id).join(',')}}`;
    // Marks before it sends: a failure after the mail would send it again.
    await forgetReminder(em, id, `not (${WAITING})`);
    if (!waiting.length) return null;
    // SQL: by the database's clock. Marks those that became due after the reminder was queued and are in it.
    await em.execute(
      `update messages set reminded_at = now() where ${locked(`id = any(?::int[]) and ${WAITING} and reminded_at is null
         and ${WAITS} <= now() - make_interval(hours => ${WAITED_HOURS})`)}`,
      [ids],
    );
    const count = Math.max(waiting.length, (await countMessages(em)).waiting);
    const subject = reminderSubject(waiting[0]!, count);
    const list = paths.admin.messagesThatWait;
    const mail = enquiriesMail({ id, subject, waiting, count, appUrl: app.env.appUrl, list });
    return sendToOffice(app, em, { ...mail, only });
  },
  onFailure: ({ id }, em) => forgetReminder(em, id),
});

/**
 * Clears `reminded_at` for enquiries that this reminder is not about: all, because it failed, or those that were answered
 * and may wait again. No other reminder is made until this one is sent or failed.
 */
async function forgetReminder(em: EntityManager, id: string, which = 'true'): Promise<void> {
  // SQL: compares with the reminder's own time.
  await em.execute(
    `update messages set reminded_at = null
     where ${locked(`reminded_at >= (select created_at from reminders where id = ?) and ${which}`)}`,
    [id],
  );
}

/** The longest wait comes first. @param which SQL: the condition @param most null reads all */
export const readWaiting = (
  em: EntityManager,
  which: string,
  values: unknown[],
  most: number | null = null,
): Promise<WaitingEnquiry[]> =>
  // SQL: by the database's clock.
  em.execute(
    `select id, reference, name, subject, ${milliseconds(WAITS)} as "receivedMs", ${milliseconds('now()')} as "nowMs"
     from messages where ${which} order by ${WAITS}, id limit ?`,
    [...values, most],
  );
