import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server';
import { Account } from '#db/entities/account.ts';
import { Passkey } from '#db/entities/passkey.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { clientAddress } from '../../http/context.server.ts';
import { countHit, takeBackHit, type Limit } from '../../http/rate-limit.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import { type SignedIn, finishSignIn, LIMIT_SECONDS, recordTooMany } from '../sign-in/sign-in.server.ts';
import { bytesOf } from './add-passkey.server.ts';
import { CHALLENGE_SECONDS, issueChallenge, jsonOf, spendChallenge } from './challenges.server.ts';
import { signedSchema } from './passkey.schema.ts';
import type { RelyingParty } from './relying-party.server.ts';

const challenges: Limit = { name: 'passkey-challenge', max: 30, seconds: LIMIT_SECONDS };
const failures: Limit = { name: 'passkey-address', max: 10, seconds: LIMIT_SECONDS };

type SignIn = ({ outcome: 'signed-in' } & SignedIn) | { outcome: 'refused' } | { outcome: 'limited' };
type Signed = ReturnType<typeof signedSchema.parse>;

/** What a browser needs to have a passkey sign in, whosever it is. @returns null for an address that asks too often */
export async function beginSignIn(
  em: EntityManager,
  context: AppLoadContext,
  { id: rpID }: RelyingParty,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  if (!(await countHit(em, challenges, clientAddress(context)))) return null;
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const challenge = await issueChallenge(em, { use: 'sign-in' });
  return generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    userVerification: 'required',
    timeout: CHALLENGE_SECONDS * 1000,
  });
}

/**
 * Signs in with what a passkey has signed, if there have not been more than 10 failures in 3 minutes from this address.
 * @param text what the browser says, as JSON
 */
export async function signInWithPasskey(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  party: RelyingParty,
  text: string,
): Promise<SignIn> {
  const address = clientAddress(context);
  const isWithin = await countHit(em, failures, address);
  if (!isWithin) {
    await recordTooMany(em, actorOf(context, 'unknown account'), 'Had tried too many times');
    logSecurityEvent('authn_login_fail_max', null, context);
    return { outcome: 'limited' };
  }
  const signedIn = await letIn(em, context, request, party, text);
  if (!signedIn) return { outcome: 'refused' };
  await takeBackHit(em, failures, address);
  return { outcome: 'signed-in', ...signedIn };
}

async function letIn(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  party: RelyingParty,
  text: string,
): Promise<SignedIn | null> {
  const read = signedSchema.safeParse(jsonOf(text));
  const signed = read.success ? read.data : null;
  const spent = signed && (await spendChallenge(em, 'sign-in', signed.response.clientDataJSON));
  const passkey = signed && (await em.findOne(Passkey, { credentialId: signed.id }));
  const account = passkey && (await em.findOneOrFail(Account, { id: passkey.account.id }));
  const counter = spent && passkey && account ? await judge(signed, spent.challenge, party, passkey, account) : null;
  if (counter === null || !passkey || !account) return notSignedIn(em, context, account);
  if (account.deactivatedAt) return notSignedIn(em, context, account, 'sign-in-refused');
  const { id, email } = account;
  const signedIn = await em.transactional(async (tx) => {
    // If two signatures have the same counter, one of them comes from a copy of the passkey.
    const used = { counter, lastUsedAt: raw<Date>('now()') };
    if (!(await tx.nativeUpdate(Passkey, { id: passkey.id, counter: passkey.counter }, used))) return null;
    return finishSignIn(tx, context, request, { id, email }, 'with a passkey');
  });
  return signedIn ?? notSignedIn(em, context, account);
}

/** @returns what the passkey's counter says now; null if it is not accepted */
async function judge(
  signed: Signed,
  expectedChallenge: string,
  party: RelyingParty,
  passkey: Passkey,
  account: Account,
) {
  const owner = Buffer.from(bytesOf(account.handle)).toString('base64url');
  if (signed.response.userHandle !== owner) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...signed, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null; // it says by throwing what it does not accept
  }
}

/** Writes down that somebody was not let in; outside they all read alike. */
async function notSignedIn(
  em: EntityManager,
  context: AppLoadContext,
  account: Account | null,
  kind: 'sign-in-failed' | 'sign-in-refused' = 'sign-in-failed',
): Promise<null> {
  const what =
    kind === 'sign-in-failed' ? 'Gave a passkey that was not accepted' : 'Gave a passkey of a deactivated account';
  await recordActivity(em, kind, actorOf(context, account?.email ?? 'unknown account'), what);
  logSecurityEvent('authn_login_fail', account?.id ?? null, context);
  return null;
}
