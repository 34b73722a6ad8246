import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Session } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../activity/activities.server.ts';
import { localDateTime } from '../ui/dates.ts';
import type { OwnSession } from './own-sessions.tsx';
import { logSecurityEvent } from './security-events.server.ts';
import { ABSOLUTE_DAYS, IDLE_DAYS } from './sessions.server.ts';
import type { Staff } from './staff.schema.ts';

const MOST_SHOWN = 50;

const daysAgo = (days: number) => raw<Date>('now() - make_interval(days => ?)', [days]);
const alive = () => ({
  refreshedAt: { $gt: daysAgo(IDLE_DAYS) },
  createdAt: { $gt: daysAgo(ABSOLUTE_DAYS) },
});

/** The sessions of somebody's own account: the one at hand, then those used last. */
export async function listOwnSessions(
  em: EntityManager,
  { accountId, sessionId }: Staff,
): Promise<{ sessions: OwnSession[]; more: number }> {
  const [others, total] = await em.findAndCount(
    Session,
    { account: accountId, id: { $ne: sessionId }, ...alive() },
    { orderBy: { lastUsedAt: 'desc', id: 'desc' }, limit: MOST_SHOWN, disableIdentityMap: true },
  );
  const own = await em.findOne(Session, { id: sessionId }, { disableIdentityMap: true });
  const sessions = [...(own ? [own] : []), ...others].map(({ id, device, address, createdAt, lastUsedAt }) => ({
    id,
    device,
    address: address ?? null,
    since: localDateTime(createdAt),
    lastUsed: localDateTime(lastUsedAt),
    isThis: id === sessionId,
  }));
  return { sessions, more: total - others.length };
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
