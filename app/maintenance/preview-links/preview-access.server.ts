import { createHmac } from 'node:crypto';
import type { AppLoadContext } from '@remix-run/node';
import { type App, findApp } from '#db/app.ts';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import { PreviewLink, Session } from '#db/entities/account.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { sessionSecrets } from '../../env.server.ts';
import { submissionKey } from '../../forms/form.server.ts';
import { signedCookie } from '../../http/context.server.ts';
import { log } from '../../http/log.server.ts';
import { findStaff, type Staff } from '../../accounts/guards.server.ts';
import { LINK_DAYS, MOST_LINKS } from './preview-link.schema.ts';
import { raw } from '@mikro-orm/core';
import { isActiveAdmin, lockStaff } from '../../accounts/staff/change-staff.server.ts';
import { paths } from '../../paths.ts';
import { hashToken, newToken } from '../../accounts/account-tokens.server.ts';
import { localDateTime } from '../../time/dates.ts';
import { DAY_MS } from '../../time/local-time.ts';

const MOST_MS = LINK_DAYS * DAY_MS + 60_000; // a field for times knows no seconds

/** Holds the hash of a link's token. Whether the link still works is asked of the database each time. */
const findCookie = signedCookie('look', LINK_DAYS * 86_400);

export const previewCookie = (app: App, tokenHash: string, endsAt: Date): Promise<string> =>
  findCookie(app).serialize(tokenHash, {
    maxAge: Math.max(1, Math.ceil((endsAt.getTime() - databaseNow(app)) / 1000)),
  });

/** Staff in this session, or whoever holds a link. */
export async function hasPreviewAccess(context: AppLoadContext, request: Request): Promise<boolean> {
  try {
    const staff = await findStaff(context, request);
    if (staff?.role && staff.isLooking) return true;
    const tokenHash: unknown = await findCookie(context.app).parse(request.headers.get('cookie'));
    return typeof tokenHash === 'string' && (await findPreviewLink(entityManager(context), tokenHash)) !== null;
  } catch (error) {
    log.warn({ requestId: context.requestId, err: error }, 'look could not be read');
    return false;
  }
}

/** Null for a link that is unknown, revoked or over, or of somebody who may no longer sign in. */
export const findPreviewLink = (em: EntityManager, tokenHash: string): Promise<PreviewLink | null> =>
  em.findOne(PreviewLink, { tokenHash, ...goodLinks() }, { disableIdentityMap: true });

/** Until the session ends. */
export const startPreview = (em: EntityManager, { sessionId, by }: Staff): Promise<void> =>
  em.transactional(async (tx) => {
    if (await tx.nativeUpdate(Session, { id: sessionId, isLooking: false }, { isLooking: true }))
      await recordActivity(tx, 'maintenance', by, 'Looked behind the maintenance screen');
  });

/** @returns the Set-Cookie line that removes a link's cookie */
export async function stopPreview(em: EntityManager, context: AppLoadContext, request: Request): Promise<string> {
  const staff = await findStaff(context, request);
  if (staff?.isLooking) await em.nativeUpdate(Session, { id: staff.sessionId }, { isLooking: false });
  return findCookie(context.app).serialize('', { maxAge: 0 });
}

const goodLinks = () => ({ endsAt: { $gt: raw<Date>('now()') }, account: { deactivatedAt: null } });

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

type Made =
  | { outcome: 'saved'; address: string }
  | { outcome: 'has-ended' | 'too-long' | 'limited' | 'revoked' | 'no-admin' };

/** The same form sent twice has the same token, which nobody else can make and which is stored nowhere. */
function makeToken(app: App, formId: string | undefined, fields: unknown): string {
  const key = submissionKey(formId, fields);
  return key ? createHmac('sha256', sessionSecrets(app)[0]!).update(`preview ${key}`).digest('base64url') : newToken();
}

/** @param endsAt in milliseconds since the epoch @returns its address, which is stored nowhere */
export async function makeLink(
  em: EntityManager,
  { accountId, by }: Staff,
  { formId, name, endsAt }: { formId?: string | undefined; name: string; endsAt: number },
): Promise<Made> {
  const app = findApp(em);
  await readDatabaseClock(em);
  const left = endsAt - databaseNow(app);
  if (left <= 0) return { outcome: 'has-ended' };
  if (left > MOST_MS) return { outcome: 'too-long' };
  const token = makeToken(app, formId, [accountId, name, endsAt]);
  const tokenHash = hashToken(token);
  const saved = { outcome: 'saved', address: app.env.appUrl + paths.preview(token) } as const;
  return em.transactional(async (tx) => {
    await lockStaff(tx); // whose links are revoked with them; one at a time counts and makes
    if (!(await isActiveAdmin(tx, by.who))) return { outcome: 'no-admin' };
    if (await tx.count(PreviewLink, { tokenHash }))
      return (await findPreviewLink(tx, tokenHash)) ? saved : { outcome: 'revoked' };
    if ((await tx.count(PreviewLink, goodLinks())) >= MOST_LINKS) return { outcome: 'limited' };
    const until = new Date(endsAt);
    const id = await tx.insert(PreviewLink, { name, tokenHash, account: accountId, endsAt: until });
    const what = `Made the link '${name}' to look behind the maintenance screen, until ${localDateTime(until)}`;
    await recordActivity(tx, 'maintenance', by, what, { noun: 'preview-links', id: Number(id) });
    return saved;
  });
}

/** Its row stays, so that the form that has made it does not make it again. */
export const revokeLink = (em: EntityManager, id: number, by: Actor): Promise<boolean> =>
  em.transactional(async (tx) => {
    const link = await tx.findOne(PreviewLink, { id });
    const now = raw<Date>('now()');
    if (!link || !(await tx.nativeUpdate(PreviewLink, { id, endsAt: { $gt: now } }, { endsAt: now }))) return false;
    const what = `Revoked the link '${link.name}' to look behind the maintenance screen`;
    await recordActivity(tx, 'maintenance', by, what);
    return true;
  });

/** After the end that the form asked for: until then the row keeps that form from making the link again. */
export const sweepLinks = (em: EntityManager): Promise<number> =>
  em.nativeDelete(PreviewLink, { endsAt: { $lt: raw<Date>(`now() - interval '${LINK_DAYS + 1} days'`) } });
