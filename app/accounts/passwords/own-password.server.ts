import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { setPassword } from '../accounts.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import { replaceTokens } from '../sessions/sessions.server.ts';
import type { Staff } from '../staff.schema.ts';
import { tellOwner } from '../tell-owner.server.ts';

/**
 * Changes one's own password: every other session of the account ends, and this one gets new tokens at once.
 * @returns the Set-Cookie line that gives them to the browser
 */
export async function changePassword(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  staff: Staff,
  newPassword: string,
): Promise<string> {
  const by = actorOf(context, staff.email, request);
  const cookie = await em.transactional(async (tx) => {
    await setPassword(tx, staff.email, newPassword, staff.sessionId);
    await recordActivity(tx, 'password', by, 'Changed their own password');
    await tellOwner(tx, staff.email, 'newPassword', by);
    return replaceTokens(tx, staff);
  });
  logSecurityEvent('authn_password_change', staff.accountId, context);
  return cookie;
}
