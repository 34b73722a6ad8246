import type { AppLoadContext } from '@remix-run/node';
import { Session } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { localDateTime } from '../../time/dates.ts';
import type { OwnSession } from './own-sessions.tsx';
import { logSecurityEvent } from '../security-events.server.ts';
import { ABSOLUTE_DAYS, IDLE_DAYS } from './session-cookie.server.ts';
import type { Staff } from '../staff.schema.ts';

const MOST_OTHERS = 50;

/** The sessions of somebody's own account: the one at hand, then those used last. */
export async function listOwnSessions(
  em: EntityManager,
  { accountId, sessionId }: Staff,
): Promise<{ sessions: OwnSession[]; more: number }> {
  // SQL: one statement finds and counts them
  const rows = await em.execute<(OwnSession & { total: number })[]>(
    `select id, device, address, created_at as since, last_used_at as "lastUsed", id = :own as "isThis", count(*) over ()::int as total
     from sessions where account_id = :account
       and refreshed_at > now() - make_interval(days => :idle) and created_at > now() - make_interval(days => :absolute)
     order by id = :own desc, last_used_at desc, id desc limit :most`,
    { own: sessionId, account: accountId, idle: IDLE_DAYS, absolute: ABSOLUTE_DAYS, most: 1 + MOST_OTHERS },
  );
  const sessions = rows.map(({ id, device, address, since, lastUsed, isThis }) => ({
    id,
    device,
    address,
    isThis,
    since: localDateTime(new Date(since)),
    lastUsed: localDateTime(new Date(lastUsed)),
  }));
  return { sessions, more: (rows[0]?.total ?? 0) - rows.length };
}

/**
 * Ends another session of one's own account, or all others.
 * @returns how many; 0 for one that had ended already, or that is not theirs
 */
export async function endOwnSessions(
  em: EntityManager,
  context: AppLoadContext,
  { accountId, email, sessionId }: Staff,
  which: number | 'others',
): Promise<number> {
  const ended = await em.transactional(async (tx) => {
    const [{ device } = {}] = which === 'others' ? [] : await tx.find(Session, { account: accountId, id: which });
    const id = which === 'others' ? { $ne: sessionId } : { $eq: which, $ne: sessionId };
    const count = await tx.nativeDelete(Session, { account: accountId, id });
    const what = which === 'others' ? `Ended all other sessions: ${count}` : `Ended a session: ${device}`;
    if (count || which === 'others') await recordActivity(tx, 'sign-out', actorOf(context, email), what);
    return count;
  });
  if (ended) logSecurityEvent('session_ended', accountId, context);
  return ended;
}
