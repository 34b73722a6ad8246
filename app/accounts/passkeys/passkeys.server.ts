import type { AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { Passkey } from '#db/entities/passkey.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { recordActivity } from '../../audit/activities.server.ts';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { localDateTime } from '../../time/dates.ts';
import type { Staff } from '../guards.server.ts';
import { tellOwner } from '../staff-mails.server.ts';
import { NAME_MAX, madeSchema, MOST_PASSKEYS } from './passkey.schema.ts';
import { findRelyingParty, type RelyingParty } from './relying-party.server.ts';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { Account } from '#db/entities/account.ts';
import { countHit, type Limit } from '../../http/rate-limit.server.ts';
import { LIMIT_SECONDS } from '../sign-in/sign-in.server.ts';
import { CHALLENGE_SECONDS, decodeHandle, issueChallenge, parseJson, spendChallenge } from './challenges.server.ts';

const show = ({ id, name, createdAt, lastUsedAt }: Passkey) => ({
  id,
  name,
  added: localDateTime(createdAt),
  lastUsed: lastUsedAt ? localDateTime(lastUsedAt) : null,
});

export type OwnPasskeys = NonNullable<Awaited<ReturnType<typeof readOwnPasskeys>>>;

export async function readOwnPasskeys(em: EntityManager, { accountId, device }: Staff) {
  if (!findRelyingParty(findApp(em).env)) return null;
  const passkeys = await em.find(Passkey, { account: accountId }, { orderBy: { id: 'asc' } });
  const name = device === 'Unknown device' ? 'My passkey' : device.slice(0, NAME_MAX - 3);
  const taken = passkeys.map((passkey) => passkey.name);
  const suggestedName = [name, ...taken.map((_, n) => `${name} ${n + 2}`)].find((one) => !taken.includes(one))!;
  return { passkeys: passkeys.map(show), suggestedName };
}

/** @throws a 404 answer unless it is their own */
export const requirePasskey = async (context: AppLoadContext, { accountId }: Staff, id: string | undefined) =>
  show(requireFound(await entityManager(context).findOne(Passkey, { id: readId(id), account: accountId })));

export const removePasskey = (em: EntityManager, { accountId, email, by }: Staff, id: number) =>
  em.transactional(async (tx) => {
    if (!(await tx.nativeDelete(Passkey, { id, account: accountId }))) return false;
    await recordActivity(tx, 'passkey', by, 'Removed a passkey of their own', { noun: 'passkeys', id });
    await tellOwner(tx, email, 'passkeyRemoved', by);
    return true;
  });

/** EdDSA, ES256 and RS256: every authenticator knows one of them, and every Node can verify them. */
const ALGORITHMS = [-8, -7, -257];
const byEmail: Limit = { name: 'passkey-add', max: 30, seconds: LIMIT_SECONDS };

export async function beginPasskey(
  em: EntityManager,
  { id: rpID }: RelyingParty,
  { accountId, email, sessionId }: Staff,
  { name, companyName }: { name: string; companyName?: string },
): Promise<PublicKeyCredentialCreationOptionsJSON | 'enough' | 'limited'> {
  if (!(await countHit(em, byEmail, email))) return 'limited';
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { handle } = await em.findOneOrFail(Account, { id: accountId });
  const passkeys = await em.find(Passkey, { account: accountId });
  if (passkeys.length >= MOST_PASSKEYS) return 'enough';
  const facts = { use: 'add' as const, sessionId: String(sessionId), name };
  return generateRegistrationOptions({
    rpID,
    rpName: companyName || rpID,
    userName: email,
    userDisplayName: email,
    userID: decodeHandle(handle),
    challenge: await issueChallenge(em, { accountId, email, facts }),
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/**
 * Stores a passkey that a browser has made.
 * @param made the browser's answer as JSON
 * @returns false for a challenge that is spent, expired or of another session, for another site, without finger, face
 * or PIN, and for a passkey that is stored already
 */
export async function addPasskey(
  em: EntityManager,
  party: RelyingParty,
  { accountId, email, sessionId, by }: Staff,
  made: string,
): Promise<boolean> {
  const read = madeSchema.safeParse(parseJson(made));
  if (!read.success) return false;
  const spent = await spendChallenge(em, 'add', read.data.response.clientDataJSON);
  if (spent?.facts.sessionId !== String(sessionId)) return false;
  const key = await verify(read.data, spent.challenge, party);
  if (!key) return false;
  return em.transactional(async (tx) => {
    const publicKey = Buffer.from(key.publicKey).toString('base64url');
    // SQL: of two at the same moment the second finds it stored, without an error that ends its transaction
    const [added] = await tx.execute<{ id: number }[]>(
      `insert into passkeys (account_id, credential_id, public_key, counter, transports, name)
       values (?, ?, ?, ?, ?::jsonb, ?) on conflict (credential_id) do nothing returning id`,
      [accountId, key.id, publicKey, key.counter, JSON.stringify(key.transports ?? []), spent.facts.name],
    );
    if (!added) return false;
    await recordActivity(tx, 'passkey', by, 'Added a passkey of their own', { noun: 'passkeys', id: added.id });
    await tellOwner(tx, email, 'passkeyAdded', by);
    return true;
  });
}

async function verify(made: ReturnType<typeof madeSchema.parse>, expectedChallenge: string, party: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    return null; // the library throws for what it does not accept
  }
}
