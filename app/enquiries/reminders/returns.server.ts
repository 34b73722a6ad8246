import { LATER, Return, WAITING } from '#db/entities/message.ts';
import { locks } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { THE_SITE } from '../../audit/activities.server.ts';
import { enquiryTexts } from '../../audit/activity.schema.ts';
import { queueMailsSql } from '../../mail/mail-jobs.server.ts';
import { storedMails } from '../../mail/stored-mails.server.ts';
import { paths } from '../../paths.ts';
import { sendToOffice } from '../mails/office-mails.server.ts';
import { BACK } from '../message-tables.server.ts';
import { enquiriesMail } from './reminder-mail.ts';
import { readWaiting } from './reminders.server.ts';

const BATCH = 500;
const LISTED_MAX = 10_000; // enquiries in one mail, roughly

/** Brings due enquiries back, once each, with one mail for each owner. One process does it. @returns how many */
export async function bringBack(em: EntityManager): Promise<number> {
  let count = 0;
  for (let last = BATCH; last === BATCH; count += last) {
    // SQL: by the database's clock, in batches so that nobody waits. The next run takes rows that are locked.
    const [row] = await em.execute<{ n: number }[]>(
      `with due as (
         select id from messages
         where ${LATER} and later_until <= now() and (select pg_try_advisory_xact_lock(${locks.returns}))
         order by later_until, id limit ${BATCH} for update skip locked
       ), back as (
         update messages set ${BACK} where id in (select id from due)
         returning id, reference, (select o.id from owners o where o.id = owner_id and account_id is not null) as owner
       ), told as (
         insert into activities (kind, act, who, what, noun, noun_id)
         select 'enquiries', 'back', ?, replace(?, '{}', reference), 'messages', id from back
       ), theirs as (select owner, array_agg(id order by id) as ids from back group by owner),
       -- Adds to a mail that is not being sent yet: one mail tells of all that come back at the same time.
       joined as (
         update returns r set messages = messages || ids from theirs where r.id = (
           select w.id from returns w where w.owner_id is not distinct from owner and state = 'waiting' and attempts = 0
             and cardinality(messages) < ${LISTED_MAX} order by created_at desc limit 1) and attempts = 0
         returning r.id, owner
       ), made as (
         insert into returns (owner_id, messages) select owner, ids from theirs
         where not exists (select from joined where joined.owner is not distinct from theirs.owner)
         returning id
       ), told_of as (select id from made union all select id from joined),
       old as (delete from returns where created_at < now() - interval '30 days' and state <> 'waiting'),
       queued as (${queueMailsSql('return', 'told_of', "now() + interval '2 seconds'")})
       select count(*)::int as n, (select count(*) from queued) from back`,
      [THE_SITE.who, enquiryTexts.back],
    );
    last = row!.n;
  }
  return count;
}

/** Mails go to the owner, or else to the office. They leave out what waits no more. */
export const returnMails = storedMails(Return, {
  reads: ['owner.account'],
  async send({ id, owner, messages }, em, app, only) {
    const waiting = await readWaiting(em, `id = any(?::int[]) and ${WAITING}`, [`{${messages.join(',')}}`]);
    if (!waiting.length) return null;
    const to = owner?.account?.email;
    const subject = waiting.length === 1 ? `${waiting[0]!.reference} is back` : `${waiting.length} enquiries are back`;
    const list = to ? paths.admin.ownMessages : paths.admin.messagesThatWait;
    const mail = enquiriesMail({ id, subject, waiting, appUrl: app.env.appUrl, list });
    return to ? app.mailer.send({ ...mail, to }) : sendToOffice(app, em, { ...mail, only });
  },
});
