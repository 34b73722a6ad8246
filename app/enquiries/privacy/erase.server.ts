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
const LOOK_EVERY_MS = 100;
const PATIENCE_MS = 15_000; // after which most mails have gone; one with large files may take longer

const kindsOfEnquiry = ['notification', 'reply', 'acknowledgement', 'answer'] as const;

/** `sending`: a mail was still being sent, and nothing was erased. */
export type Erased =
  { outcome: 'saved'; what: string; references: string[] } | { outcome: 'gone' } | { outcome: 'sending' };

/**
 * Erases everything about an address, whatever its case, in every folder. None of its mails is sent afterwards.
 * @param patience milliseconds to wait for a mail that is being sent
 */
export async function erasePerson(
  em: EntityManager,
  email: string,
  by: Actor,
  patience = PATIENCE_MS,
): Promise<Erased> {
  const app = findApp(em);
  try {
    const erased = await em.transactional((tx) => eraseAll(tx, email, by, Date.now() + patience));
    if (!erased) return { outcome: 'gone' };
    const { what, references, files, mails, raw } = erased;
    await removeFromOutbox(outboxFolder(app.env), mails);
    const removals = await Promise.allSettled([
      ...raw.map((id) => removeRaw(app, id)),
      removeFiles(em, app.store, files),
    ]);
    for (const removal of removals)
      if (removal.status === 'rejected')
        log.warn({ err: removal.reason as unknown }, 'files of an erased person left behind for the sweep');
    return { outcome: 'saved', what, references };
  } catch (error) {
    if (error instanceof StillSending) return { outcome: 'sending' };
    throw error;
  }
}

/** Rolls the transaction back. */
class StillSending extends Error {}

/** @returns null if there is nothing, or what is still to be removed: files, mails in the outbox, and raw mails */
async function eraseAll(tx: EntityManager, email: string, by: Actor, until: number) {
  // SQL: ignores case. The lock keeps others from answering them or queuing mails.
  const found = await tx.execute<{ id: number; reference: string }[]>(
    'select id, reference from messages where lower(email) = lower(?) order by created_at, id for update',
    [email],
  );
  const ids = found.map(({ id }) => id);
  // SQL: ignores case. What they wrote in the enquiries of others is theirs, too.
  const came = await tx.execute<{ id: string; messageId: number | null }[]>(
    'select id, message_id as "messageId" from inbound_mails where message_id = any(?::int[]) or lower(email) = lower(?) for update',
    [listed(ids), email],
  );
  if (!found.length && !came.length) return null;
  const raw = idsOf(came);
  const of = { ids: listed(ids), raw: listed(raw) };
  await takeBackMails(tx, of, until);
  // SQL: returns the ids. The rows stay until the store has removed the files, without the person's words.
  const files = await tx.execute<{ id: string }[]>(
    `update enquiry_files set name = '', message_id = null
     where message_id = any(:ids::int[]) or mail_id = any(:raw::uuid[]) returning id`,
    of,
  );
  // SQL: six tables in one query. A reminder does not say which enquiries it lists: none is older than they are.
  const queries = [
    ...kindsOfEnquiry.map((kind) => `select id from ${sentFor(kind)}`),
    'select id from returns where messages && :ids::int[]',
    'select id from reminders where created_at > (select min(created_at) from messages where id = any(:ids::int[]))',
  ];
  const mails = await tx.execute<{ id: string }[]>(queries.join(' union all '), of);
  await tx.nativeDelete(InboundMail, { id: raw });
  await indexWords(tx, came.flatMap(({ messageId }) => messageId ?? [])); // prettier-ignore
  // SQL: foreign keys delete the rest.
  for (let at = 0; at < ids.length; at += BATCH)
    await tx.execute('delete from messages where id = any(?::int[])', [listed(ids.slice(at, at + BATCH))]);
  const references = found.map(({ reference }) => reference);
  const what = ids.length ? enquiries(ids.length) : amount(raw.length, 'mail', 'mails');
  await recordActivity(tx, 'erasure', by, `Erased all data of a person: ${nameReferences(references) || what}`);
  return { what, references, files: idsOf(files), mails: idsOf(mails), raw };
}

/** SQL after `from`: what was sent because of enquiries and of mails in those of others. */
const sentFor = (kind: (typeof kindsOfEnquiry)[number]) =>
  `${mailKinds[kind].table} where message_id = any(:ids::int[])${kind === 'answer' ? ' or mail_id = any(:raw::uuid[])' : ''}`;

/** Removes mails from the queue. @throws StillSending if one is being sent until the end */
async function takeBackMails(tx: EntityManager, of: { ids: string; raw: string }, until: number): Promise<void> {
  for (;;) {
    let areLeft = false;
    for (const kind of kindsOfEnquiry) {
      // SQL: the queue's own tables.
      const jobs = unqueueMailsSql(kind, sentFor(kind));
      await tx.execute(jobs.take, of);
      const [row] = await tx.execute<{ is: boolean }[]>(jobs.areLeft, of);
      areLeft ||= row!.is;
    }
    if (!areLeft) return;
    if (Date.now() > until) throw new StillSending();
    await sleep(LOOK_EVERY_MS);
  }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const listed = (ids: (number | string)[]) => `{${ids.join(',')}}`;
