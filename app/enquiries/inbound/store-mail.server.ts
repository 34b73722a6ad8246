import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import type { App } from '#db/app.ts';
import { InboundMail, type InboundWay } from '#db/entities/inbound-mail.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { queueMail } from '../../mail/mail-jobs.server.ts';
import { givenUp } from '../../mail/stored-mails.server.ts';
import type { Owner } from '../../storage/sweep-orphans.server.ts';
import { MIB } from '../../ui/size-text.ts';
import { DAY_MS } from '../../time/local-time.ts';

export const MAIL_BYTES = 35 * MIB;
const RAW_DAYS = 30;

export const rawKey = (id: string): string => `mail-${id}`;

export const rawMails: Owner = {
  keys: /^mail-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  owned: `select 'mail-' || id as key from inbound_mails where raw_bytes is not null
    and id in (select substr(key, 6)::uuid from jsonb_array_elements_text(?::jsonb) key)`,
};

/**
 * Stores a mail as it came and queues the job that reads it. Once this resolves, the sender may delete it.
 * @param file the mail on this machine; it is not deleted
 * @param facts when it came, if not now; the recipient, which its headers may not name
 * @param stored runs in the transaction that stores the mail's row
 * @returns the mail's id @throws StoreUnavailableError, and errors of the database
 */
export async function storeMail(
  app: App,
  file: string,
  way: InboundWay,
  facts: Partial<Pick<InboundMail, 'createdAt' | 'sentTo'>> = {},
  stored?: (tx: EntityManager) => Promise<unknown>,
): Promise<string> {
  const id = randomUUID();
  const { size: rawBytes } = await fs.stat(file);
  await app.store.putFile(rawKey(id), file, rawBytes);
  await forkEntityManager(app).transactional(async (tx) => {
    await tx.insert(InboundMail, { id, way, rawBytes, ...facts });
    await queueMail(tx, 'inbound', id);
    await stored?.(tx);
  });
  return id;
}

export const TOO_LARGE = `it has more than ${MAIL_BYTES / MIB} MiB`;

/** Records a mail that was not taken, to tell staff. @param reason why, and where it stays @param stored as above */
export const recordSkippedMail = (
  app: App,
  way: InboundWay,
  reason: string,
  stored?: (tx: EntityManager) => Promise<unknown>,
) =>
  forkEntityManager(app).transactional(async (tx) => {
    await tx.insert(InboundMail, { id: randomUUID(), way, ...givenUp(reason) });
    await stored?.(tx);
  });

/** Removes mails from the store after 30 days, except unreadable ones; deletes the rows of those without an enquiry. */
export async function sweepRawMails(em: EntityManager, { store }: App): Promise<number> {
  // SQL: by the database's clock.
  const rows = await em.execute<{ id: string }[]>(
    `select id from inbound_mails where raw_bytes is not null and state = 'read'
       and created_at < now() - make_interval(days => ${RAW_DAYS}) limit 1000`,
  );
  for (const { id } of rows) await store.remove(rawKey(id));
  await em.nativeUpdate(InboundMail, { id: rows.map(({ id }) => id) }, { rawBytes: null });
  await em.execute(
    `delete from inbound_mails where message_id is null and state = 'read' and raw_bytes is null
       and created_at < now() - make_interval(days => ${RAW_DAYS})`,
  );
  return rows.length;
}

/** A sentence for staff about unreadable mails of the last 30 days; null if there are none. */
export async function unreadableProblem(em: EntityManager): Promise<string | null> {
  const where = { state: 'failed', createdAt: { $gt: new Date(Date.now() - RAW_DAYS * DAY_MS) } } as const;
  const found = await em.find(InboundMail, where, { orderBy: { createdAt: 'desc' }, limit: 100 });
  const [last] = found;
  if (!last) return null;
  const mails =
    found.length > 1
      ? `${found.length} mails that came in cannot be read, the last one`
      : '1 mail that came in cannot be read,';
  const kept = found.find(({ rawBytes }) => rawBytes !== null);
  const look = kept === last ? 'Look into the mailbox for it; we keep it' : 'We keep the last of the others';
  return `${mails} because ${last.reason}.${kept ? ` ${look} as mail-${kept.id} in the store.` : ''}`;
}
