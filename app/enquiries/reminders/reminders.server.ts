import type { App } from '#db/app.ts';
import { Reminder } from '#db/entities/message-mail.ts';
import { WAITING } from '#db/entities/message.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { queueMailsSql, type JobResult } from '../../mail/mail-queue.server.ts';
import { givenUp, settle } from '../../mail/settle.server.ts';
import { paths } from '../../paths.ts';
import { sendToOffice } from '../mails/office.server.ts';
import { WAITS } from '../message-tables.server.ts';
import { enquiriesMail, reminderSubject, type WaitingEnquiry } from './reminder-mail.ts';

/** An enquiry that waits for so long causes a reminder. Reminders come at most once an hour. */
const WAITED_HOURS = 20;
const APART_MINUTES = 60;
/** A reminder lists and marks at most so many: more would exceed the statement timeout. */
const LISTED = 1000;
const LOCK = 7_203_515;

/**
 * Queues a reminder if an enquiry without one has waited for 20 hours. While a reminder is still unsent there is no other: it
 * will list what waits by then. One of several processes does it.
 * @returns whether there is a new one
 */
export async function remindOfWaiting(em: EntityManager): Promise<boolean> {
  return em.transactional(async (tx) => {
    // SQL: one of several processes gets the lock, the others do not wait.
    const [lock] = await tx.execute<{ is: boolean }[]>('select pg_try_advisory_xact_lock(?) as is', [LOCK]);
    if (!lock!.is) return false;
    // SQL: decides, marks and queues in one statement.
    const rows = await tx.execute<unknown[]>(
      `with due as (
         select id from messages where ${WAITING} and reminded_at is null
           and ${WAITS} <= now() - make_interval(hours => ${WAITED_HOURS})
         order by ${WAITS}, id limit ${LISTED}
       ), made as (
         insert into reminders (id) select gen_random_uuid()
         where exists (select from due) and not exists (
           select from reminders where state = 'waiting' or created_at > now() - make_interval(mins => ${APART_MINUTES}))
         returning id
       ), marked as (
         update messages set reminded_at = now() where id in (select id from due) and exists (select from made)
       ), old as (delete from reminders where created_at < now() - interval '30 days' and state <> 'waiting')
       ${queueMailsSql('reminder', 'made')}`,
    );
    return rows.length > 0;
  });
}

/** Tries to send a reminder of all that wait now. If nothing waits any more there is none. */
export async function sendReminder(app: App, id: string, attempt: number): Promise<JobResult> {
  const em = forkEntityManager(app);
  const reminder = await em.findOne(Reminder, { id });
  if (!reminder || reminder.state === 'sent') return 'done';
  // SQL: by the database's clock.
  const waiting = await em.execute<(WaitingEnquiry & { nowMs: number })[]>(
    `select id, reference, name, subject, (extract(epoch from ${WAITS}) * 1000)::float8 as "receivedMs",
       (extract(epoch from now()) * 1000)::float8 as "nowMs"
     from messages where ${WAITING} order by ${WAITS}, id limit ${LISTED}`,
  );
  if (!waiting.length) {
    await forgetReminder(em, id, []);
    await em.remove(reminder).flush();
    return 'done';
  }
  const { appUrl } = app.env;
  const now = waiting[0]!.nowMs; // by the clock that wrote down when they came
  const mail = enquiriesMail({
    id,
    now,
    subject: reminderSubject(waiting, now),
    waiting,
    linkOf: (message) => appUrl + paths.admin.message(message),
    listLink: appUrl + paths.admin.messagesThatWait,
  });
  const result = settle(reminder, attempt, await sendToOffice(app, em, mail));
  if (result === 'done' || 'park' in result) await forgetReminder(em, id, result === 'done' ? waiting : []);
  await em.flush();
  if (result === 'done')
    // SQL: by the database's clock. Marks what fell due before the reminder was sent and so is in it.
    await em.execute(
      `update messages set reminded_at = now() where id = any(?::int[]) and ${WAITING} and reminded_at is null
         and ${WAITS} <= now() - make_interval(hours => ${WAITED_HOURS})`,
      [`{${waiting.map(({ id }) => id).join(',')}}`],
    );
  return result;
}

export async function giveUpReminder(app: App, id: string, reason: string): Promise<void> {
  const em = forkEntityManager(app);
  await forgetReminder(em, id, []);
  await em.nativeUpdate(Reminder, { id }, givenUp(reason));
}

/**
 * Clears `reminded_at` for enquiries that are not in this reminder: it never came, or they were answered and may wait again.
 * This comes before the reminder counts as sent or failed: until then there is no other, and a crash in between repeats it.
 */
async function forgetReminder(em: EntityManager, id: string, listed: { id: number }[]): Promise<void> {
  // SQL: compares with the reminder's own time.
  await em.execute(
    `update messages set reminded_at = null
     where reminded_at >= (select created_at from reminders where id = ?) and id <> all (?::int[])`,
    [id, `{${listed.map((one) => one.id).join(',')}}`],
  );
}
