import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Account } from '#db/entities/account.ts';
import { Passkey } from '#db/entities/passkey.ts';
import type { EntityManager } from '#db/orm.ts';
import { clientAddress } from '../../http/context.server.ts';
import { countHit, takeBackHit, type Limit } from '../../http/rate-limit.server.ts';
import { finishSignIn, LIMIT_SECONDS, recordFailure, recordTooMany } from '../sign-in/sign-in.server.ts';
import {
  CHALLENGE_SECONDS,
  decodeBytes,
  decodeHandle,
  issueChallenge,
  parseJson,
  spendChallenge,
} from './challenges.server.ts';
import { signedSchema } from './passkey.schema.ts';
import type { RelyingParty } from './relying-party.server.ts';

const challenges: Limit = { name: 'passkey-challenge', max: 30, seconds: LIMIT_SECONDS };
const failures: Limit = { name: 'passkey-address', max: 10, seconds: LIMIT_SECONDS };

type Signed = ReturnType<typeof signedSchema.parse>;

/** @returns null for an address that asks too often */
export async function beginSignIn(em: EntityManager, context: AppLoadContext, { id: rpID }: RelyingParty) {
  if (!(await countHit(em, challenges, clientAddress(context)))) return null;
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const nobody = { accountId: null, email: '' }; // the account is not known yet
  return generateAuthenticationOptions({
    rpID,
    challenge: await issueChallenge(em, { ...nobody, facts: { use: 'sign-in' } }),
    userVerification: 'required',
    timeout: CHALLENGE_SECONDS * 1000,
  });
}

/** Allows 10 failures in 3 minutes from one address. @param text the browser's answer as JSON */
export async function signInWithPasskey(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  party: RelyingParty,
  text: string,
) {
  const address = clientAddress(context);
  if (!(await countHit(em, failures, address))) {
    await recordTooMany(em, context, null);
    return { outcome: 'limited' as const };
  }
  const { passkey, account, counter } = await findSigner(em, party, text);
  const isRefused = counter !== null && account?.deactivatedAt != null;
  if (passkey && account && counter !== null && !isRefused) {
    const signedIn = await em.transactional(async (tx) => {
      // If two signatures have the same counter, one of them comes from a copy of the passkey.
      const used = { counter, lastUsedAt: raw<Date>('now()') };
      if (!(await tx.nativeUpdate(Passkey, { id: passkey.id, counter: passkey.counter }, used))) return null;
      return finishSignIn(tx, context, request, account, 'with a passkey');
    });
    if (signedIn) {
      await takeBackHit(em, failures, address);
      return { outcome: 'signed-in' as const, ...signedIn };
    }
  }
  if (isRefused)
    await recordFailure(em, context, account, 'Gave a passkey of a deactivated account', 'sign-in-refused');
  else await recordFailure(em, context, account, 'Gave a passkey that was not accepted');
  return { outcome: 'refused' as const };
}

/** `counter` is the passkey's new counter; null if the signature is not accepted. */
async function findSigner(em: EntityManager, party: RelyingParty, text: string) {
  const { data: signed } = signedSchema.safeParse(parseJson(text));
  const spent = signed && (await spendChallenge(em, 'sign-in', signed.response.clientDataJSON));
  const passkey = signed && (await em.findOne(Passkey, { credentialId: signed.id }));
  const account = passkey && (await em.findOneOrFail(Account, { id: passkey.account.id }));
  const counter = spent && account ? await verify(signed, spent.challenge, party, passkey, account) : null;
  return { passkey, account, counter };
}

/** @returns the passkey's new counter; null if it is not accepted */
async function verify(signed: Signed, challenge: string, party: RelyingParty, passkey: Passkey, { handle }: Account) {
  if (signed.response.userHandle !== Buffer.from(decodeHandle(handle)).toString('base64url')) return null;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  try {
    const { credentialId: id, publicKey, counter } = passkey;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id, publicKey: decodeBytes(publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null; // the library throws for what it does not accept
  }
}
