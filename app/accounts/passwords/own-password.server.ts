import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Session } from '#db/entities/account.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { recordActivity } from '../../audit/activities.server.ts';
import { parseForm, tryAgainIn } from '../../forms/action.server.ts';
import { setCookie } from '../../http/context.server.ts';
import { countHit, takeBackHit, type Limit } from '../../http/rate-limit.server.ts';
import type { z } from '../../schemas/zod.ts';
import { findByPassword, setPassword } from '../accounts.server.ts';
import type { Staff } from '../guards.server.ts';
import { logRefusal } from '../security-events.server.ts';
import { replaceTokens } from '../sessions/sessions.server.ts';
import { tellOwner } from '../staff-mails.server.ts';
import { NO_PASSWORD, TOO_MANY_ATTEMPTS, WRONG_PASSWORD } from '../staff.schema.ts';

const LIMIT_SECONDS = 180;
const wrongOnes: Limit = { name: 'change-password', max: 10, seconds: LIMIT_SECONDS };

/** The arguments of a form's `invalid`. */
type Wrong = [errors: Record<string, string[]>, status: number, headers?: HeadersInit];

export async function parseConfirmed<Schema extends z.core.$ZodType<{ password?: string | undefined }>>(
  context: AppLoadContext,
  request: Request,
  staff: Staff,
  schema: Schema,
) {
  const form = await parseForm(context, request, schema);
  if (!form.ok) return form;
  const wrong = await confirmPassword(entityManager(context), context, staff, form.value.password);
  return wrong ? { ok: false as const, reply: form.invalid(...wrong) } : form;
}

/** Checks the password if it was given too long ago, and renews the tokens. @returns null if all is well */
export async function confirmPassword(
  em: EntityManager,
  context: AppLoadContext,
  staff: Staff,
  password: string | undefined,
): Promise<Wrong | null> {
  if (!staff.isPasswordAsked) return null;
  if (!password) return [{ password: [NO_PASSWORD] }, 400];
  const wrong = await checkPassword(em, context, staff, password, 'password');
  if (wrong) return wrong;
  // Without our HTTP shell nothing would send new tokens.
  if (context.requestId !== undefined) setCookie(context, await replaceTokens(em, staff));
  else await em.nativeUpdate(Session, { id: staff.sessionId }, { passwordAt: raw<Date>('now()') });
  const session = await context.session;
  if (session) session.isPasswordAsked = false; // in case the form is shown again for another reason
  return null;
}

/** Checks the password, and limits failures to 10 in 3 minutes. @returns null if it is right */
export async function checkPassword(
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
  logRefusal(isLimited ? 'authn_password_change_fail_max' : 'authn_password_change_fail', accountId, context);
  return isLimited
    ? [{ [field]: [TOO_MANY_ATTEMPTS] }, 429, tryAgainIn(LIMIT_SECONDS)]
    : [{ [field]: [WRONG_PASSWORD] }, 400];
}

/** Ends every other session of the account. @returns the Set-Cookie line with new tokens for this one */
export const changePassword = (em: EntityManager, staff: Staff, newPassword: string): Promise<string> =>
  em.transactional(async (tx) => {
    await setPassword(tx, staff.email, newPassword, staff.sessionId);
    await recordActivity(tx, 'password', staff.by, 'Changed their own password');
    await tellOwner(tx, staff.email, 'newPassword', staff.by);
    return replaceTokens(tx, staff);
  });
