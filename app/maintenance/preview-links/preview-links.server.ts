import { raw } from '@mikro-orm/core';
import { findApp } from '#db/app.ts';
import { PreviewLink } from '#db/entities/account.ts';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import type { Staff } from '../../accounts/guards.server.ts';
import { isActiveAdmin, lockStaff } from '../../accounts/staff/change-staff.server.ts';
import { paths } from '../../paths.ts';
import { hashToken, newToken } from '../../accounts/account-tokens.server.ts';
import { localDateTime } from '../../time/dates.ts';
import { LINK_DAYS, MOST_LINKS } from './preview-link.schema.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000; // a field for times knows no seconds
const LOCK = 7_203_516;
export const goodLinks = () => ({ endsAt: { $gt: raw<Date>('now()') }, account: { deactivatedAt: null } });

export type ListedLink = Awaited<ReturnType<typeof listLinks>>[number];

/** Those that end first at the top. Never more than a page. */
export async function listLinks(em: EntityManager) {
  const links = await em.find(PreviewLink, goodLinks(), {
    orderBy: { endsAt: 'asc', id: 'asc' },
    populate: ['account'],
    disableIdentityMap: true,
  });
  return links.map(({ id, name, account, createdAt, endsAt }) => ({
    id,
    name,
    by: account.email,
    made: localDateTime(createdAt),
    ends: localDateTime(endsAt),
  }));
}

export type LinkProblem = 'has-ended' | 'too-long';

type Made =
  { outcome: 'saved'; address: string } | { outcome: 'invalid'; problem: LinkProblem } | { outcome: 'limited' };

/** @param endsAt in milliseconds since the epoch @returns its address, which is stored nowhere */
export async function makeLink(
  em: EntityManager,
  { accountId, by }: Staff,
  { name, endsAt }: { name: string; endsAt: number },
): Promise<Made> {
  await readDatabaseClock(em);
  const left = endsAt - databaseNow(findApp(em));
  if (left <= 0) return { outcome: 'invalid', problem: 'has-ended' };
  if (left > LINK_DAYS * DAY_MS + MINUTE_MS) return { outcome: 'invalid', problem: 'too-long' };
  const token = newToken();
  const isMade = await em.transactional(async (tx) => {
    // SQL: MikroORM has no advisory locks. One at a time counts and makes.
    await tx.execute('select pg_advisory_xact_lock(?)', [LOCK]);
    await lockStaff(tx); // whose links are revoked with them
    if (!(await isActiveAdmin(tx, by.who))) return false;
    if ((await tx.count(PreviewLink, goodLinks())) >= MOST_LINKS) return false;
    const id = await tx.insert(PreviewLink, {
      name,
      tokenHash: hashToken(token),
      account: accountId,
      endsAt: new Date(endsAt),
    });
    const what = `Made the link '${name}' to look behind the maintenance screen, until ${localDateTime(new Date(endsAt))}`;
    await recordActivity(tx, 'maintenance', by, what, { noun: 'preview-links', id: Number(id) });
    return true;
  });
  return isMade ? { outcome: 'saved', address: findApp(em).env.appUrl + paths.preview(token) } : { outcome: 'limited' };
}

export const revokeLink = (em: EntityManager, id: number, by: Actor): Promise<boolean> =>
  em.transactional(async (tx) => {
    const link = await tx.findOne(PreviewLink, { id });
    if (!link || !(await tx.nativeDelete(PreviewLink, { id }))) return false;
    const what = `Revoked the link '${link.name}' to look behind the maintenance screen`;
    await recordActivity(tx, 'maintenance', by, what);
    return true;
  });

export const sweepLinks = (em: EntityManager): Promise<number> =>
  em.nativeDelete(PreviewLink, { endsAt: { $lt: raw<Date>('now()') } });
