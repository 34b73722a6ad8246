import type { AppLoadContext } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { actorOf } from '../activity/activities.server.ts';
import { logSecurityEvent } from '../staff/security-events.server.ts';
import type { Staff } from '../staff/staff.schema.ts';
import { deactivateAccount, reactivateAccount } from './change-staff.server.ts';
import { changerOf } from './changer.server.ts';
import { revokeInvitation } from './invitations.server.ts';
import { ruleTexts, type StaffAct } from './manage-staff.schema.ts';

/** What was done, in words, or why it was not. */
type Done = { notice: string } | { refused: string; status: 404 | 409 };

/** Does what a button of the list says. */
export async function actOnStaff(context: AppLoadContext, staff: Staff, act: StaffAct): Promise<Done> {
  const em = entityManager(context);
  if (act.intent === 'revoke') {
    const isRevoked = await revokeInvitation(em, actorOf(context, staff.email), act.email);
    return isRevoked
      ? { notice: `Invitation of ${act.email} revoked` }
      : { refused: 'This invitation is not there any more.', status: 404 };
  }
  const isEnded = act.intent === 'deactivate';
  const change = isEnded ? deactivateAccount : reactivateAccount;
  const changed = await change(em, changerOf(context, staff), act.account);
  if (changed.outcome === 'refused') return { refused: ruleTexts[changed.why], status: 409 };
  if (changed.outcome !== 'saved') return { refused: 'This account is not there any more.', status: 404 };
  logSecurityEvent('user_updated', act.account, context);
  return { notice: `${changed.account.email} ${isEnded ? 'deactivated' : 'reactivated'}` };
}
