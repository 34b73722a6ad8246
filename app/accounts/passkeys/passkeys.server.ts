import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { Passkey } from '#db/entities/passkey.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { recordActivity } from '../../audit/activities.server.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { localDateTime } from '../../time/dates.ts';
import type { Staff } from '../guards.server.ts';
import { tellOwner } from '../staff-mails.server.ts';
import { NAME_MAX } from './passkey.schema.ts';
import { findRelyingParty } from './relying-party.server.ts';

const show = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  added: localDateTime(createdAt),
  lastUsed: lastUsedAt ? localDateTime(lastUsedAt) : null,
});

export type OwnPasskeys = NonNullable<Awaited<ReturnType<typeof readOwnPasskeys>>>;

/** Null where the site cannot have passkeys. */
export async function readOwnPasskeys(em: EntityManager, { accountId, device }: Staff) {
  if (!findRelyingParty(findApp(em).env)) return null;
  const passkeys = await em.find(Passkey, { account: accountId }, { orderBy: { id: 'asc' } });
  const name = device === 'Unknown device' ? 'My passkey' : device.slice(0, NAME_MAX - 3);
  let suggestedName = name;
  const isTaken = (passkey: Passkey) => passkey.name === suggestedName;
  for (let n = 2; passkeys.some(isTaken); n++) suggestedName = `${name} ${n}`;
  return { passkeys: passkeys.map(show), suggestedName };
}

/** @throws a 404 answer if none of the own passkeys has this id */
export async function requirePasskey(context: AppLoadContext, { accountId }: Staff, id: string | undefined) {
  const passkey = await entityManager(context).findOne(Passkey, { id: readId(id), account: accountId });
  if (!passkey) throw notFound();
  return show(passkey);
}

/** @returns whether one of the own passkeys has this id */
export const renamePasskey = (em: EntityManager, { accountId, by }: Staff, id: number, name: string) =>
  em.transactional(async (tx) => {
    if (!(await tx.nativeUpdate(Passkey, { id, account: accountId }, { name }))) return false;
    await recordActivity(tx, 'passkey', by, 'Renamed a passkey of their own', { noun: 'passkeys', id });
    return true;
  });

/** @returns whether one of the own passkeys had this id */
export const removePasskey = (em: EntityManager, { accountId, email, by }: Staff, id: number) =>
  em.transactional(async (tx) => {
    if (!(await tx.nativeDelete(Passkey, { id, account: accountId }))) return false;
    await recordActivity(tx, 'passkey', by, 'Removed a passkey of their own', { noun: 'passkeys', id });
    await tellOwner(tx, email, 'passkeyRemoved', by);
    return true;
  });
