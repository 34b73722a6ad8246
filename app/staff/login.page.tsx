import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LinksFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { Form, useActionData, useNavigation } from '@remix-run/react';
import { ExclamationTriangleIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import adminCss from '../admin/admin.css?url';
import { clientAddress } from '../http/context.server.ts';
import { hasFailed, markFailed } from '../http/form-failed.server.ts';
import { parseForm } from '../http/form.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { countHit, takeBackHit, type Limit } from '../http/rate-limit.server.ts';
import { isUnavailable, refuseForNow } from '../http/unavailable.server.ts';
import { useErrorTitle } from '../http/use-error-title.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { authenticator, WrongCredentialsError } from './auth.server.ts';
import { findStaff } from './guards.server.ts';
import { startSession } from './sessions.server.ts';
import { signInSchema, WRONG_CREDENTIALS } from './staff.schema.ts';

// More than 10 failures in 3 minutes, by account and by address
const byAccount: Limit = { name: 'sign-in-account', max: 10, seconds: 180 };
const byAddress: Limit = { name: 'sign-in-address', max: 10, seconds: 180 };
const NOT_NOW = 'Nobody can sign in just now. Please try again in a minute.';
const TOO_MANY = 'Too many tries. Please wait a few minutes and try again.';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await findStaff(context, request).catch((error: unknown) => refuseForNow(context, error));
  if (staff) throw redirect(paths.admin.dashboard);
  return { hasFailed: hasFailed(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const parsed = await parseForm(request, signInSchema);
  const fail = (error: string, status: number, headers?: HeadersInit) => {
    markFailed(context);
    return data({ error, email: String(parsed.form.get('email') ?? '') }, { status, headers });
  };
  if (!parsed.ok) return fail(WRONG_CREDENTIALS, 400);
  const em = entityManager(context);
  const account = parsed.value.email.toLowerCase();
  const address = clientAddress(context);
  // Every try counts as a failure until it has succeeded, so that tries at the same moment cannot slip through.
  const tooMany = () => fail(TOO_MANY, 429, { 'Retry-After': String(byAddress.seconds) });
  let isAccountLimited = false;
  try {
    if (!(await countHit(em, byAddress, address))) return tooMany();
    isAccountLimited = !(await countHit(em, byAccount, account));
    const form = new Request(request.url, { method: 'POST', body: parsed.form });
    const accountId = await authenticator(context).authenticate('form', form);
    await takeBackHit(em, byAddress, address);
    if (!isAccountLimited) await takeBackHit(em, byAccount, account);
    const cookie = await startSession(em, accountId);
    return redirect(paths.admin.dashboard, { status: 303, headers: { 'Set-Cookie': cookie } });
  } catch (error) {
    if (isUnavailable(error)) {
      log.error({ requestId: context.requestId, err: describeError(error) }, 'nobody can sign in');
      return fail(NOT_NOW, 503, { 'Retry-After': '10' });
    }
    if (!(error instanceof WrongCredentialsError)) throw error;
    // The right password from elsewhere still gets in while somebody is trying passwords on an account.
    return isAccountLimited ? tooMany() : fail(error.message || WRONG_CREDENTIALS, 401);
  }
}

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminCss }];

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.hasFailed ? 'Error: ' : ''}Admin Login` },
  { name: 'robots', content: 'noindex' },
];

export default function LoginPage() {
  const answer = useActionData<typeof action>();
  const isBusy = useNavigation().state !== 'idle';
  useErrorTitle(answer?.error);
  return (
    <main className="entrance blueprint">
      <div className="entrance-panel">
        <img src="/mark.svg" alt="" width="48" height="48" className="mb-4 dark:brightness-0 dark:invert" />
        <h1 className="text-3xl">Admin Login</h1>
        <p className="text-muted mt-1.5">Admins and Editors Only</p>
        {answer?.error ? (
          <p
            role="alert"
            className="border-danger bg-surface text-danger mt-6 flex gap-2.5 border-l-4 p-3.5 font-semibold"
          >
            <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-5 flex-none" />
            {answer.error}
          </p>
        ) : null}
        <Form method="post" className="mt-6 grid gap-5">
          <Field id="email" label="Email">
            <input
              id="email"
              name="email"
              type="email"
              required
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              className="control"
              defaultValue={answer?.email}
            />
          </Field>
          <Field id="password" label="Password">
            <input
              id="password"
              name="password"
              type="password"
              required
              autoComplete="current-password"
              className="control"
            />
          </Field>
          <Button type="submit" look="primary" disabled={isBusy}>
            {isBusy ? 'Signing In...' : 'Sign In'}
          </Button>
        </Form>
        <p className="mt-6">
          <a href={paths.home} className="text-link underline underline-offset-4">
            Back to the website
          </a>
        </p>
      </div>
    </main>
  );
}
