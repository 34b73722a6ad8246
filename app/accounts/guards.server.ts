import { data, redirect, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { actorOf, type Actor } from '../audit/activities.server.ts';
import { notFound } from '../http/addresses.server.ts';
import { markPrivate } from '../http/context.server.ts';
import { throwUnavailable } from '../http/refusals/unavailable.server.ts';
import { paths } from '../paths.ts';
import { hasSessionCookie } from './sessions/session-cookie.server.ts';
import { findSession, type LiveSession } from './sessions/find-session.server.ts';
import { redirectToLogin } from './sign-in/way-back.server.ts';
import { logRefusal } from './security-events.server.ts';
import { reaches, type Role } from './staff.schema.ts';

export interface Staff extends LiveSession {
  role: Role;
  /** Must set up a second factor before anything else. */
  owesSecondFactor: boolean;
  by: Actor;
}

/**
 * The first line of every admin loader and action.
 * @throws a redirect to the login page when nobody is signed in, to the set-up of a second factor while the account
 * owes one, and to the dashboard when the role is too low; Access Denied (403) without a role
 */
export async function requireRole(context: AppLoadContext, request: Request, required: Role): Promise<Staff> {
  // Without `throwUnavailable` a failing action would show its form again, before the form has been read.
  const session = await throwUnavailable(context, async () => {
    const found = await findSession(entityManager(context), context, request);
    if (!found) throw await redirectToLogin(context, request);
    return found;
  });
  const { accountId, email, role } = session;
  const owes = owesSecondFactor(session);
  if (owes && new URL(request.url).pathname !== paths.admin.secondFactor) throw redirect(paths.admin.secondFactor, 302);
  if (role !== null && reaches(role, required))
    return { ...session, role, owesSecondFactor: owes, by: actorOf(context, email, request) };
  logRefusal('authz_fail', accountId, context);
  if (role === null) throw data({ accessDenied: true, email }, { status: 403 });
  throw redirect(paths.admin.dashboard, 302);
}

const owesSecondFactor = ({ role, lacksSecondFactor }: LiveSession) => lacksSecondFactor && reaches(role, 'admin');

/** The signed-in reader of a public page; no query without a session cookie. Owing a second factor removes the role. */
export async function findStaff(context: AppLoadContext, request: Request): Promise<LiveSession | null> {
  if (!hasSessionCookie(context.app, request)) return null;
  markPrivate(context);
  const session = await findSession(entityManager(context), context, request);
  return session && owesSecondFactor(session) ? { ...session, role: null } : session;
}

/** The loader of an address that accepts only forms. */
export function refusePage(): never {
  throw notFound();
}

/** The same for an address of the staff area. */
export async function refuseStaffPage({ request, context }: LoaderFunctionArgs): Promise<never> {
  await requireRole(context, request, 'viewer');
  throw notFound();
}
