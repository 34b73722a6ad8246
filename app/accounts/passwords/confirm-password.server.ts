import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Session } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { tryAgainIn } from '../../forms/parse-form.server.ts';
import { setCookie } from '../../http/context.server.ts';
import { countHit, takeBackHit, type Limit } from '../../http/rate-limit.server.ts';
import { findByPassword } from '../accounts.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import { replaceTokens } from '../sessions/sessions.server.ts';
import { NO_PASSWORD, TOO_MANY_ATTEMPTS, WRONG_PASSWORD, type Staff } from '../staff.schema.ts';

const LIMIT_SECONDS = 180;
const wrongOnes: Limit = { name: 'change-password', max: 10, seconds: LIMIT_SECONDS };

/** What is wrong with a password that was given, as the arguments of a form's `invalid`. */
type Wrong = [errors: Record<string, string[]>, status: number, headers?: HeadersInit];

/**
 * Judges the password that a form brings where it was given too long ago; the session then gets new tokens.
 * @returns null if it is not needed, or right
 */
export async function confirmPassword(
  em: EntityManager,
  context: AppLoadContext,
  staff: Staff,
  password: string | undefined,
): Promise<Wrong | null> {
  if (!staff.isPasswordAsked) return null;
  if (!password) return [{ password: [NO_PASSWORD] }, 400];
  const wrong = await judgePassword(em, context, staff, password, 'password');
  if (wrong) return wrong;
  // Without our own HTTP shell nobody would carry new tokens out.
  if (context.requestId !== undefined) setCookie(context, await replaceTokens(em, staff));
  else await em.nativeUpdate(Session, { id: staff.sessionId }, { passwordAt: raw<Date>('now()') });
  const session = await context.session;
  if (session) session.isPasswordAsked = false; // should the form be shown again for another reason
  return null;
}

/** Judges a password that was asked for again; it can be guessed at no faster than by signing in. @returns null if it is right */
export async function judgePassword(
  em: EntityManager,
  context: AppLoadContext,
  { accountId, email }: Staff,
  password: string,
  field: string,
): Promise<Wrong | null> {
  const isLimited = !(await countHit(em, wrongOnes, email));
  if (!isLimited && (await findByPassword(em, email, password))) {
    await takeBackHit(em, wrongOnes, email);
    return null;
  }
  logSecurityEvent(isLimited ? 'authn_password_change_fail_max' : 'authn_password_change_fail', accountId, context);
  return isLimited
    ? [{ [field]: [TOO_MANY_ATTEMPTS] }, 429, tryAgainIn(LIMIT_SECONDS)]
    : [{ [field]: [WRONG_PASSWORD] }, 400];
}
