import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { Passkey } from '#db/entities/passkey.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import type { Staff } from '../staff.schema.ts';
import { tellOwner } from '../tell-owner.server.ts';
import { localDateTime } from '../../time/dates.ts';
import { NAME_MAX, type OwnPasskeys, type ShownPasskey } from './passkey.schema.ts';
import { relyingParty } from './relying-party.server.ts';

const shown = ({ id, name, createdAt, lastUsedAt }: Passkey): ShownPasskey => ({
  id,
  name,
  added: localDateTime(createdAt),
  lastUsed: lastUsedAt ? localDateTime(lastUsedAt) : null,
});

/** The own passkeys and what adding one needs; null where the site cannot have any. */
export async function ownPasskeys(em: EntityManager, { accountId, device }: Staff): Promise<OwnPasskeys | null> {
  if (!relyingParty(findApp(em).env)) return null;
  const found = await em.find(Passkey, { account: accountId }, { orderBy: { id: 'asc' } });
  const name = device === 'Unknown device' ? 'My passkey' : device.slice(0, NAME_MAX - 3);
  return { passkeys: found.map(shown), suggestedName: notYetIn(found, name) };
}

/** A name, with a number where there is one of it already. */
function notYetIn(passkeys: Passkey[], name: string): string {
  const isTaken = (candidate: string) => passkeys.some((passkey) => passkey.name === candidate);
  let suggested = name;
  for (let n = 2; isTaken(suggested); n++) suggested = `${name} ${n}`;
  return suggested;
}

/** One of the own passkeys; null if there is none of this id. */
export async function findPasskey(em: EntityManager, { accountId }: Staff, id: number): Promise<ShownPasskey | null> {
  const passkey = await em.findOne(Passkey, { id, account: accountId });
  return passkey && shown(passkey);
}

/** @returns whether there was one of this id among the own */
export async function renamePasskey(
  em: EntityManager,
  context: AppLoadContext,
  { accountId, email }: Staff,
  id: number,
  name: string,
): Promise<boolean> {
  return em.transactional(async (tx) => {
    if (!(await tx.nativeUpdate(Passkey, { id, account: accountId }, { name }))) return false;
    await recordActivity(tx, 'passkey', actorOf(context, email), 'Renamed a passkey of their own', about(id));
    return true;
  });
}

/** @returns whether there was one of this id among the own */
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
    await recordActivity(tx, 'passkey', by, 'Removed a passkey of their own', about(id));
    await tellOwner(tx, email, 'passkeyRemoved', by);
    return true;
  });
  if (isRemoved) logSecurityEvent('authn_token_revoked', accountId, context);
  return isRemoved;
}

/** What an activity is about. */
export const about = (id: number) => ({ noun: 'passkeys', id });
