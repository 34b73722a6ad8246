import type { AppLoadContext } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { actorOf } from '../../audit/activities.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import type { Staff } from '../staff.schema.ts';
import { deactivateAccount, reactivateAccount } from './change-staff.server.ts';
import { changerOf } from './changer.server.ts';
import { revokeInvitation } from './invitations.server.ts';
import { ruleTexts, type StaffAct } from './manage-staff.schema.ts';

/** What became of it, in words. */
type Acted = { outcome: 'saved' | 'gone' | 'refused'; words: string };

/** Does what a button of the list says. */
export async function actOnStaff(context: AppLoadContext, staff: Staff, act: StaffAct): Promise<Acted> {
  const em = entityManager(context);
  if (act.intent === 'revoke') {
    const isRevoked = await revokeInvitation(em, actorOf(context, staff.email), act.email);
    return isRevoked
      ? { outcome: 'saved', words: `Invitation of ${act.email} revoked` }
      : { outcome: 'gone', words: 'This invitation is not there any more.' };
  }
  const isEnded = act.intent === 'deactivate';
  const change = isEnded ? deactivateAccount : reactivateAccount;
  const changed = await change(em, changerOf(context, staff), act.account);
  if (changed.outcome === 'refused') return { outcome: 'refused', words: ruleTexts[changed.why] };
  if (changed.outcome !== 'saved') return { outcome: 'gone', words: 'This account is not there any more.' };
  logSecurityEvent('user_updated', act.account, context);
  return { outcome: 'saved', words: `${changed.account.email} ${isEnded ? 'deactivated' : 'reactivated'}` };
}
