import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { Link, Outlet, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../forms/answer.ts';
import { Card } from '../ui/card.tsx';
import { readOwnPasskeys } from './passkeys/passkeys.server.ts';
import { PasskeysSection } from './passkeys/passkeys-section.tsx';
import { paths } from '../paths.ts';
import { SecondFactorSection } from './second-factor/factor-sections.tsx';
import { readSecondFactor } from './second-factor/second-factors.server.ts';
import { requireRole, type Staff } from './guards.server.ts';
import { findPasswordProblem } from './passwords/new-password.server.ts';
import { changePassword, checkPassword, parseConfirmed } from './passwords/own-password.server.ts';
import { endOwnSessions, listOwnSessions } from './sessions/sessions.server.ts';
import { OwnSessions } from './sessions/own-sessions.tsx';
import { PasswordForm } from './passwords/password-form.tsx';
import { RoleBadge } from './roles.tsx';
import { changePasswordSchema, endSessionsSchema } from './staff.schema.ts';

const isOfSessions = (search: string) => new URLSearchParams(search).has('sessions');
const failureText = (_intent: string, url: string) =>
  isOfSessions(new URL(url).search) ? 'Failed to end the session' : 'Failed to change password';
const CHANGED = { title: 'Password changed successfully', description: 'All your other devices have been signed out.' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  const em = entityManager(context);
  const { email, name, hasKeys, role, isPasswordAsked } = staff;
  const secondFactor = await readSecondFactor(em, staff.accountId);
  const passkeys = await readOwnPasskeys(em, staff);
  const sessions = await listOwnSessions(em, staff);
  return { email, name, hasKeys, role, isPasswordAsked, secondFactor, passkeys, sessions };
}

export const action = withFailureReply(failureText, async ({ request, context }: ActionFunctionArgs) => {
  const staff = await requireRole(context, request, 'viewer');
  if (isOfSessions(new URL(request.url).search)) return endSessions(context, request, staff);
  const form = await parseForm(context, request, changePasswordSchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  const { currentPassword, newPassword } = form.value;
  const refused = await checkPassword(em, context, staff, currentPassword, 'currentPassword');
  if (refused) return form.invalid(...refused);
  const problem = await findPasswordProblem(em, newPassword, staff.email);
  if (problem) return form.invalid({ newPassword: [problem] });
  const cookie = await changePassword(em, staff, newPassword);
  const changed = await redirectWithToast(context, paths.admin.account, CHANGED);
  changed.headers.append('Set-Cookie', cookie);
  return changed;
});

async function endSessions(context: AppLoadContext, request: Request, staff: Staff) {
  const form = await parseConfirmed(context, request, staff, endSessionsSchema);
  if (!form.ok) return form.reply;
  const { session } = form.value;
  const ended = await endOwnSessions(entityManager(context), staff, session);
  const done = ended ? 'Session ended' : 'This session had already ended';
  return redirectWithToast(context, paths.admin.account, session === 'others' ? 'All other sessions ended' : done);
}

export const clientAction = withFailureNotice(failureText);
export const meta = adminMeta('Account | Admin');

export default function AccountPage() {
  const { email, name, hasKeys, role, isPasswordAsked, secondFactor, passkeys, sessions } =
    useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const isAboutSessions = isOfSessions(useLocation().search);
  return (
    <div className="grid max-w-xl gap-6">
      <h1 className="text-2xl">Account</h1>
      <dl className="card grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-3 p-5">
        <dt className="text-muted">Email</dt>
        <dd className="min-w-0 font-medium break-words">{email}</dd>
        <dt className="text-muted">Role</dt>
        <dd>
          <RoleBadge role={role} />
        </dd>
        <dt className="text-muted">Name</dt>
        <dd className="wrap-anywhere">{name ?? 'Not given: clients read your email address'}</dd>
        <dt className="text-muted">Keys</dt>
        <dd className="flex flex-wrap gap-x-4">
          {hasKeys ? 'Single keys work: press ? for the list' : 'Off'}
          <Link to={paths.admin.preferences} className="text-link py-0.5 underline" preventScrollReset>
            Change name and keys
          </Link>
        </dd>
      </dl>
      <Card id="change-password" title="Change Password">
        <p className="text-muted mt-1">Changing your password signs you out on all your other devices.</p>
        <PasswordForm email={email} answer={isAboutSessions ? undefined : answer} />
      </Card>
      <SecondFactorSection factor={secondFactor} />
      <PasskeysSection own={passkeys} isPasswordAsked={isPasswordAsked} />
      <OwnSessions {...sessions} isPasswordAsked={isPasswordAsked} answer={isAboutSessions ? answer : undefined} />
      <Outlet />
    </div>
  );
}
