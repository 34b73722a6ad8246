import { setTimeout as sleep } from 'node:timers/promises';
import { findApp } from '#db/app.ts';
import { InboundMail } from '#db/entities/inbound-mail.ts';
import type { EntityManager } from '#db/orm.ts';
import { removeFiles } from '../files/enquiry-files.server.ts';
import { removeRaw } from '../inbound/mail-folder.server.ts';
import { indexWords } from '../inbox/search.server.ts';
import { log } from '../../http/log.server.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { removeFromOutbox } from '../../mail/outbox-sender.server.ts';
import { outboxFolder } from '../../mail/sender.server.ts';
import { mailKinds, unqueueMailsSql } from '../../mail/mail-jobs.server.ts';
import { amount, enquiries, nameReferences } from './data-subject.ts';

const BATCH = 500;
const CHECK_EVERY_MS = 100;
const PATIENCE_MS = 15_000; // most mails are sent by then; one with large files may take longer

const kindsOfEnquiry = ['notification', 'reply', 'acknowledgement', 'answer'] as const;

/**
 * Erases everything about an address, ignoring case, in all folders. No mail of its enquiries is sent afterwards.
 * @param patience in milliseconds, how long to wait for a mail that is being sent
 * @returns `sending` if nothing was erased, because a mail was still being sent
 */
export async function erasePerson(em: EntityManager, email: string, by: Actor, patience = PATIENCE_MS) {
  const app = findApp(em);
  try {
    const erased = await em.transactional((tx) => eraseAll(tx, email, by, Date.now() + patience));
    if (!erased) return { outcome: 'gone' as const };
    const { what, references, files, mails, raw } = erased;
    await removeFromOutbox(outboxFolder(app.env), mails);
    const removals = await Promise.allSettled([
      ...raw.map((id) => removeRaw(app, id)),
      removeFiles(em, app.store, files),
    ]);
    for (const removal of removals)
      if (removal.status === 'rejected')
        log.warn({ err: removal.reason as unknown }, 'files of an erased person left behind for the sweep');
    return { outcome: 'saved' as const, what, references };
  } catch (error) {
    if (error instanceof StillSending) return { outcome: 'sending' as const };
    throw error;
  }
}

/** Rolls the transaction back. */
class StillSending extends Error {}

/** @returns null if nothing is stored; otherwise what remains to be removed: files, mails in the outbox, raw mails */
async function eraseAll(tx: EntityManager, email: string, by: Actor, until: number) {
  // SQL: ignores case. The lock keeps others from answering the enquiries or queueing mails.
  const found = await tx.execute<{ id: number; reference: string }[]>(
    'select id, reference from messages where lower(email) = lower(?) order by id for update',
    [email],
  );
  const ids = found.map(({ id }) => id);
  // SQL: ignores case. Includes the person's mails in the enquiries of others.
  const came = await tx.execute<{ id: string; messageId: number | null }[]>(
    'select id, message_id as "messageId" from inbound_mails where message_id = any(?::int[]) or lower(email) = lower(?) for update',
    [arrayLiteral(ids), email],
  );
  if (!found.length && !came.length) return null;
  const raw = listIds(came);
  const of = { ids: arrayLiteral(ids), raw: arrayLiteral(raw) };
  await takeBackMails(tx, of, until);
  // SQL: returns the ids. The rows stay, without names, until the store has removed the files.
  const files = await tx.execute<{ id: string }[]>(
    `update enquiry_files set name = '', message_id = null
     where message_id = any(:ids::int[]) or mail_id = any(:raw::uuid[]) returning id`,
    of,
  );
  // SQL: six tables in one query. A reminder does not record which enquiries it listed, so all later ones are included.
  const queries = [
    ...kindsOfEnquiry.map((kind) => `select id from ${sentSql(kind)}`),
    'select id from returns where messages && :ids::int[]',
    'select id from reminders where created_at > (select min(created_at) from messages where id = any(:ids::int[]))',
  ];
  const mails = await tx.execute<{ id: string }[]>(queries.join(' union all '), of);
  await tx.nativeDelete(InboundMail, { id: raw });
  await indexWords(tx, came.flatMap(({ messageId }) => messageId ?? [])); // oxfmt-ignore
  // SQL: foreign keys delete the rest.
  for (let at = 0; at < ids.length; at += BATCH)
    await tx.execute('delete from messages where id = any(?::int[])', [arrayLiteral(ids.slice(at, at + BATCH))]);
  const references = found.map(({ reference }) => reference);
  const what = ids.length ? enquiries(ids.length) : amount(raw.length, 'mail', 'mails');
  await recordActivity(tx, 'erasure', by, `Erased all data of a person: ${nameReferences(references) || what}`);
  return { what, references, files: listIds(files), mails: listIds(mails), raw };
}

/** SQL after `from`: the rows of one kind of mail that belong to the enquiries or mails. */
const sentSql = (kind: (typeof kindsOfEnquiry)[number]) =>
  `${mailKinds[kind].table} where message_id = any(:ids::int[])${kind === 'answer' ? ' or mail_id = any(:raw::uuid[])' : ''}`;

/** Removes mails from the queue. @throws StillSending if one is still being sent at `until` */
async function takeBackMails(tx: EntityManager, of: { ids: string; raw: string }, until: number): Promise<void> {
  for (;;) {
    let areLeft = false;
    for (const kind of kindsOfEnquiry) {
      // SQL: the queue's own tables.
      const jobs = unqueueMailsSql(kind, sentSql(kind));
      await tx.execute(jobs.take, of);
      const [row] = await tx.execute<{ is: boolean }[]>(jobs.areLeft, of);
      areLeft ||= row!.is;
    }
    if (!areLeft) return;
    if (Date.now() > until) throw new StillSending();
    await sleep(CHECK_EVERY_MS);
  }
}

const listIds = (rows: { id: string }[]) => rows.map(({ id }) => id);
const arrayLiteral = (ids: (number | string)[]) => `{${ids.join(',')}}`;
