import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { Passkey } from '#db/entities/passkey.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { localDateTime } from '../../time/dates.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import { tellOwner } from '../staff-mails.server.ts';
import type { Staff } from '../staff.schema.ts';
import { NAME_MAX, type OwnPasskeys, type ShownPasskey } from './passkey.schema.ts';
import { findRelyingParty } from './relying-party.server.ts';

const show = ({ id, name, createdAt, lastUsedAt }: Passkey): ShownPasskey => ({
  id,
  name,
  added: localDateTime(createdAt),
  lastUsed: lastUsedAt ? localDateTime(lastUsedAt) : null,
});

/** Null where the site cannot have passkeys. */
export async function readOwnPasskeys(em: EntityManager, { accountId, device }: Staff): Promise<OwnPasskeys | null> {
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
export const renamePasskey = (
  em: EntityManager,
  context: AppLoadContext,
  { accountId, email }: Staff,
  id: number,
  name: string,
): Promise<boolean> =>
  em.transactional(async (tx) => {
    if (!(await tx.nativeUpdate(Passkey, { id, account: accountId }, { name }))) return false;
    const by = actorOf(context, email);
    await recordActivity(tx, 'passkey', by, 'Renamed a passkey of their own', { noun: 'passkeys', id });
    return true;
  });

/** @returns whether one of the own passkeys had this id */
export async function removePasskey(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  { accountId, email }: Staff,
  id: number,
): Promise<boolean> {
  const by = actorOf(context, email, request);
  const isRemoved = await em.transactional(async (tx) => {
    if (!(await tx.nativeDelete(Passkey, { id, account: accountId }))) return false;
    await recordActivity(tx, 'passkey', by, 'Removed a passkey of their own', { noun: 'passkeys', id });
    await tellOwner(tx, email, 'passkeyRemoved', by);
    return true;
  });
  if (isRemoved) logSecurityEvent('authn_token_revoked', accountId, context);
  return isRemoved;
}
