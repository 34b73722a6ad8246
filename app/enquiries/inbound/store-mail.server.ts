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
 * Stores a mail as it came and queues its reading. It is ours once this resolves.
 * @param file the mail, on this machine; it stays there
 * @param facts when it came, if not now; whom it was delivered to, if its headers may not say so
 * @param stored does more in the transaction that stores the mail's row
 * @returns the mail's id @throws StoreUnavailableError, or what the database says
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

/** Tells staff of a mail that is not taken. @param reason and where it stays, in words @param stored as above */
export const tellOfLeft = (
  app: App,
  way: InboundWay,
  reason: string,
  stored?: (tx: EntityManager) => Promise<unknown>,
) =>
  forkEntityManager(app).transactional(async (tx) => {
    await tx.insert(InboundMail, { id: randomUUID(), way, ...givenUp(reason) });
    await stored?.(tx);
  });

/** After 30 days mails leave the store, unless they could not be read; those of no enquiry are deleted. @returns how many */
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

/** What came in the last 30 days and cannot be read, in words for staff; null if there is none. */
export async function unreadableProblem(em: EntityManager): Promise<string | null> {
  const since = new Date(Date.now() - RAW_DAYS * DAY_MS);
  const where = { state: 'failed', createdAt: { $gt: since } } as const;
  const [one, ...more] = await em.find(InboundMail, where, { orderBy: { createdAt: 'desc' }, limit: 100 });
  if (!one) return null;
  const mails = more.length
    ? `${more.length + 1} mails that came in cannot be read, the last one`
    : '1 mail that came in cannot be read,';
  const kept = one.rawBytes === null ? '' : ` Look into the mailbox for it; we keep it as mail-${one.id} in the store.`;
  return `${mails} because ${one.reason}.${kept}`;
}
