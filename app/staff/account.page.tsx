import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { hasFailed, markFailed } from '../http/form-failed.server.ts';
import { parseForm } from '../http/form.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { errorNotice } from '../http/notice.ts';
import { redirectWithNotice } from '../http/notice.server.ts';
import { countHit, takeBackHit, type Limit } from '../http/rate-limit.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { useErrorTitle } from '../http/use-error-title.ts';
import { paths } from '../paths.ts';
import { findByPassword, setPassword } from './accounts.server.ts';
import { requireRole } from './guards.server.ts';
import { newPasswordProblem } from './new-password.server.ts';
import { PasswordForm, type PasswordErrors } from './password-form.tsx';
import { RoleBadge } from './role-badge.tsx';
import { changePasswordSchema } from './staff.schema.ts';

const wrongOnes: Limit = { name: 'change-password', max: 10, seconds: 180 };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email, role } = await requireRole(context, request, 'viewer');
  return { email, role, hasFailed: hasFailed(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { email, sessionId } = await requireRole(context, request, 'viewer');
  const fail = (errors: PasswordErrors, status = 400, headers?: HeadersInit) => {
    markFailed(context);
    return data({ errors, notice: null }, { status, headers });
  };
  const parsed = await parseForm(request, changePasswordSchema);
  if (!parsed.ok) return fail(parsed.submission.error ?? {});
  const { currentPassword, newPassword } = parsed.value;
  const em = entityManager(context);
  if (!(await countHit(em, wrongOnes, email))) {
    const headers = { 'Retry-After': String(wrongOnes.seconds) };
    return fail({ currentPassword: ['Too many tries. Please wait a few minutes and try again.'] }, 429, headers);
  }
  if ((await findByPassword(em, email, currentPassword)) === null)
    return fail({ currentPassword: ['This is not your current password'] });
  await takeBackHit(em, wrongOnes, email);
  const problem = newPasswordProblem(newPassword, email);
  if (problem) return fail({ newPassword: [problem] });
  try {
    await setPassword(em, email, newPassword, sessionId);
  } catch (error) {
    log.error({ requestId: context.requestId, err: describeError(error) }, 'password could not be changed');
    markFailed(context);
    return data(notChanged(), { status: 503 });
  }
  return redirectWithNotice(paths.admin.account, {
    title: 'Password changed successfully',
    description: 'Everywhere else you are signed out.',
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnanswered(() => serverAction<typeof action>(), notChanged);

const notChanged = () => ({ errors: {} as PasswordErrors, notice: errorNotice('Failed to change password') });

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.hasFailed ? 'Error: ' : ''}Account | Admin` },
  { name: 'robots', content: 'noindex' },
];

export default function AccountPage() {
  const { email, role } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  useErrorTitle(answer);
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
      </dl>
      <section className="card p-5" aria-labelledby="change-password">
        <h2 id="change-password" className="text-lg">
          Change Password
        </h2>
        <p className="text-muted mt-1">You stay signed in here; every other sign-in of yours ends.</p>
        <NoticeBanner notice={answer?.notice} className="mt-4" />
        <PasswordForm email={email} errors={answer?.errors} />
      </section>
    </div>
  );
}
