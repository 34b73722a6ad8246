import type { AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import { databaseNow } from '#db/database-clock.ts';
import { PreviewLink, Session } from '#db/entities/account.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { recordActivity } from '../../audit/activities.server.ts';
import { signedCookie } from '../../http/context.server.ts';
import { log } from '../../http/log.server.ts';
import { findStaff, type Staff } from '../../accounts/guards.server.ts';
import { LINK_DAYS } from './preview-link.schema.ts';
import { goodLinks } from './preview-links.server.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Whether the request has preview access, once anybody has asked. */
    previewAccess?: Promise<boolean>;
  }
}

const LONGEST_SECONDS = LINK_DAYS * 86_400;

/** Holds the hash of a link's token. Whether the link still works is asked of the database each time. */
const findCookie = signedCookie('look', LONGEST_SECONDS);

export const previewCookie = (app: App, tokenHash: string, endsAt: Date): Promise<string> =>
  findCookie(app).serialize(tokenHash, {
    maxAge: Math.max(1, Math.ceil((endsAt.getTime() - databaseNow(app)) / 1000)),
  });

/** Whether a request has preview access: staff in this session, or the holder of a link. */
export function hasPreviewAccess(context: AppLoadContext, request: Request): Promise<boolean> {
  return (context.previewAccess ??= judge(context, request).catch((error: unknown) => {
    log.warn({ requestId: context.requestId, err: error }, 'look could not be read');
    return false;
  }));
}

async function judge(context: AppLoadContext, request: Request): Promise<boolean> {
  const staff = await findStaff(context, request);
  if (staff?.role && staff.isLooking) return true;
  const tokenHash: unknown = await findCookie(context.app).parse(request.headers.get('cookie'));
  return typeof tokenHash === 'string' && (await findPreviewLink(entityManager(context), tokenHash)) !== null;
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
