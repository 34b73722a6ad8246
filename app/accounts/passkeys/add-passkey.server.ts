import type { AppLoadContext } from '@remix-run/node';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server';
import { Account } from '#db/entities/account.ts';
import { Passkey } from '#db/entities/passkey.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { countHit, type Limit } from '../../http/rate-limit.server.ts';
import { LIMIT_SECONDS } from '../sign-in/sign-in.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import type { Staff } from '../staff.schema.ts';
import { tellOwner } from '../tell-owner.server.ts';
import { CHALLENGE_SECONDS, issueChallenge, jsonOf, spendChallenge } from './challenges.server.ts';
import { madeSchema, MOST_PASSKEYS } from './passkey.schema.ts';
import { about } from './passkeys.server.ts';
import type { RelyingParty } from './relying-party.server.ts';

/** EdDSA, ES256 and RS256, which every authenticator knows one of and every Node can judge. */
const ALGORITHMS = [-8, -7, -257];

const challenges: Limit = { name: 'passkey-add', max: 30, seconds: LIMIT_SECONDS };

/**
 * What a browser needs to make a passkey for an account.
 * @returns why not, for an account that has as many as it may or asks too often
 */
export async function beginPasskey(
  em: EntityManager,
  { id: rpID }: RelyingParty,
  { accountId, email, sessionId }: Staff,
  { name, companyName }: { name: string; companyName?: string },
): Promise<PublicKeyCredentialCreationOptionsJSON | 'enough' | 'limited'> {
  if (!(await countHit(em, challenges, email))) return 'limited';
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const { handle } = await em.findOneOrFail(Account, { id: accountId });
  const passkeys = await em.find(Passkey, { account: accountId });
  if (passkeys.length >= MOST_PASSKEYS) return 'enough';
  const challenge = await issueChallenge(em, { use: 'add', accountId, email, sessionId, name });
  return generateRegistrationOptions({
    rpID,
    rpName: companyName || rpID,
    userName: email,
    userDisplayName: email,
    userID: bytesOf(handle),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The handle of an account as passkeys carry it: 16 bytes. */
export const bytesOf = (handle: string) => new Uint8Array(Buffer.from(handle.replaceAll('-', ''), 'hex'));

/**
 * Keeps a passkey that a browser has made.
 * @param made what the browser says of it, as JSON
 * @returns whether it was kept: not with a challenge that is spent, old or another session's, from another site,
 *   without having asked for finger, face or PIN, or known already
 */
export async function addPasskey(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  party: RelyingParty,
  staff: Staff,
  made: string,
): Promise<boolean> {
  const read = madeSchema.safeParse(jsonOf(made));
  if (!read.success) return false;
  const spent = await spendChallenge(em, 'add', read.data.response.clientDataJSON);
  if (spent?.facts.sessionId !== String(staff.sessionId)) return false;
  const key = await judge(read.data, spent.challenge, party);
  if (!key) return false;
  const values = [staff.accountId, key.id, Buffer.from(key.publicKey).toString('base64url'), key.counter];
  const isAdded = await em.transactional(async (tx) => {
    // SQL: of two at the same moment the second finds it known, and no error ends its transaction
    const [added] = await tx.execute<{ id: number }[]>(
      `insert into passkeys (account_id, credential_id, public_key, counter, transports, name)
       values (?, ?, ?, ?, ?::jsonb, ?) on conflict (credential_id) do nothing returning id`,
      [...values, JSON.stringify(key.transports ?? []), spent.facts.name],
    );
    if (!added) return false;
    const by = actorOf(context, staff.email, request);
    await recordActivity(tx, 'passkey', by, 'Added a passkey of their own', about(added.id));
    await tellOwner(tx, staff.email, 'passkeyAdded', by);
    return true;
  });
  if (isAdded) logSecurityEvent('authn_token_created', staff.accountId, context);
  return isAdded;
}

async function judge(made: ReturnType<typeof madeSchema.parse>, expectedChallenge: string, party: RelyingParty) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...made, clientExtensionResults: {} } as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential ?? null;
  } catch {
    return null; // it says by throwing what it does not accept
  }
}
