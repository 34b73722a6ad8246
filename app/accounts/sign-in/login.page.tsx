import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useState } from 'react';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { ExclamationTriangleIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { parseForm, tryAgainIn, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, type FormAnswer } from '../../forms/answer.ts';
import { useErrorTitle } from '../../forms/toasts/use-error-title.ts';
import { PasskeySignIn } from '../passkeys/passkey-sign-in.tsx';
import { findRelyingParty } from '../passkeys/relying-party.server.ts';
import { paths } from '../../paths.ts';
import { EmailField } from '../email-field.tsx';
import { SubmitButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Entrance, EntranceLink } from './entrance.tsx';
import { findStaff } from '../guards.server.ts';
import { LIMIT_SECONDS, signIn } from './sign-in.server.ts';
import { NO_SIGN_IN, signInSchema, TOO_MANY_ATTEMPTS, WRONG_CREDENTIALS } from '../staff.schema.ts';
import { findEndedSession } from './way-back.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await findStaff(context, request)) throw redirect(paths.admin.dashboard);
  const ended = await findEndedSession(context.app, request);
  return { hasFailed: context.hasFailed, ended, hasPasskeys: findRelyingParty(context.app.env) !== null };
}

export const action = withFailureReply(NO_SIGN_IN, async ({ request, context }) => {
  const form = await parseForm(context, request.clone(), signInSchema);
  if (!form.ok) return form.notDone(WRONG_CREDENTIALS, 400);
  const signedIn = await signIn(entityManager(context), context, request, form.value);
  if (signedIn.outcome === 'wrong') return form.notDone(WRONG_CREDENTIALS, 401);
  if (signedIn.outcome === 'limited') return form.notDone(TOO_MANY_ATTEMPTS, 429, tryAgainIn(LIMIT_SECONDS));
  const headers = signedIn.cookies.map((line): [string, string] => ['Set-Cookie', line]);
  const to = signedIn.outcome === 'half' ? paths.admin.loginCode : signedIn.to;
  return redirect(to, { status: 303, headers });
});

export const meta = adminMeta('Admin Login');

export default function LoginPage() {
  const { ended, hasPasskeys } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const [passkeyProblem, setPasskeyProblem] = useState<string>();
  const error = passkeyProblem ?? answer?.notice?.description;
  const isBusy = useNavigation().state !== 'idle';
  useErrorTitle(error);
  return (
    <Entrance title="Admin Login">
      <p className="text-muted mt-1.5">Admins and Editors Only</p>
      {ended ? <SessionEnded {...ended} /> : null}
      {error ? (
        <p
          role="alert"
          className="border-danger bg-surface text-danger mt-6 flex gap-2.5 border-l-4 p-3.5 font-semibold"
        >
          <ExclamationTriangleIcon aria-hidden className="mt-0.5 size-5 flex-none" />
          {error}
        </p>
      ) : null}
      <Form method="post" className="mt-6 grid gap-5" onSubmit={() => setPasskeyProblem(undefined)}>
        <EmailField answer={answer} />
        <TextField
          id="password"
          name="password"
          type="password"
          label="Password"
          required
          autoComplete="current-password"
        />
        <SubmitButton isBusy={isBusy}>{isBusy ? 'Signing In...' : 'Sign In'}</SubmitButton>
      </Form>
      {hasPasskeys ? <PasskeySignIn onProblem={setPasskeyProblem} /> : null}
      <EntranceLink to={paths.admin.forgot}>Forgot your password?</EntranceLink>
      <EntranceLink to={paths.home}>Back to the website</EntranceLink>
    </Entrance>
  );
}

function SessionEnded({ wasSent, isKept }: { wasSent: boolean; isKept: boolean }) {
  return (
    <div role="status" className="border-accent bg-surface mt-6 border-l-4 p-3.5">
      <p>
        <strong className="block">Your session has ended. Please sign in again.</strong>
        {isKept
          ? 'What you typed has not been saved. It is kept for 30 minutes and will be back once you have signed in.'
          : wasSent
            ? 'What you sent last has not been saved.'
            : null}
      </p>
    </div>
  );
}
