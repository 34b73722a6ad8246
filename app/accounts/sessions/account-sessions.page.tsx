import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { paths } from '../../paths.ts';
import { confirmPassword } from '../passwords/own-password.server.ts';
import { requireRole } from '../guards.server.ts';
import { OwnSessions } from './own-sessions.tsx';
import { endOwnSessions, listOwnSessions } from './sessions.server.ts';
import { endSessionsSchema } from '../staff.schema.ts';

const NOT_ENDED = 'Failed to end the session';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  const listed = await listOwnSessions(entityManager(context), staff);
  return { ...listed, isPasswordAsked: staff.isPasswordAsked, hasFailed: context.hasFailed };
}

export const action = withFailureReply(NOT_ENDED, async ({ request, context }) => {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, endSessionsSchema);
  if (!form.ok) return form.notDone(NOT_ENDED, 400);
  const em = entityManager(context);
  const { session, password } = form.value;
  const refused = await confirmPassword(em, context, staff, password);
  if (refused) return form.invalid(...refused);
  const ended = await endOwnSessions(em, staff, session);
  if (session === 'others') return redirectWithToast(context, paths.admin.account, 'All other sessions ended');
  return redirectWithToast(context, paths.admin.account, ended ? 'Session ended' : 'This session had already ended');
});

export const clientAction = withFailureNotice(NOT_ENDED);
export const meta = adminMeta('Sessions | Admin');

/** Seen where a session could not be ended; otherwise the list is a part of the account page. */
export default function AccountSessionsPage() {
  const sessions = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  return (
    <div className="grid max-w-xl gap-6">
      <h1 className="text-2xl">Account</h1>
      <OwnSessions {...sessions} answer={answer} />
    </div>
  );
}
