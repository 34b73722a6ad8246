import { useEffect } from 'react';
import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, replyInForm, tryAgainIn, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { errorToast } from '../../forms/toasts/toast.ts';
import { paths } from '../../paths.ts';
import { ButtonLink, SubmitButton } from '../../ui/button.tsx';
import { SecretForm } from '../passwords/secret-form.tsx';
import { Entrance, EntranceLink } from '../sign-in/entrance.tsx';
import { CodeField } from './code-field.tsx';
import { enterCode, LIMIT_SECONDS } from './enter-code.server.ts';
import { findHalfSignIn, endHalfSignIn } from './half-sign-in.server.ts';
import { codeSchema } from './second-factor.schema.ts';
import { NO_SIGN_IN } from '../staff.schema.ts';

const TOO_MANY = 'Too many wrong codes have been tried for this account. Please try again in an hour.';
const TRIED_OUT = 'Those were five wrong codes. Please sign in with your password again.';
const ENDED = 'This sign-in has ended. Please sign in with your password again.';
const wrong = (left: number) =>
  `This code is wrong, or was used before. ${left === 1 ? 'One try is' : `${left} tries are`} left.`;

const byCode = {
  title: 'Sign-in Code',
  action: paths.admin.loginCode,
  label: 'Code',
  help: 'Six digits, from the authenticator app on your phone.',
};
const byRecoveryCode = {
  title: 'Recovery Code',
  action: paths.admin.loginByRecoveryCode,
  label: 'Recovery code',
  help: 'One of the ten that you kept. Each works once.',
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const half = await findHalfSignIn(entityManager(context), request);
  if (!half && !context.hasFailed) throw redirect(paths.admin.login);
  const isRecovery = new URL(request.url).searchParams.has('recovery');
  return { email: half?.email ?? '', isRecovery, hasFailed: context.hasFailed };
}

export const action = withFailureReply(NO_SIGN_IN, async ({ request, context }) => {
  const form = await parseForm(context, request, codeSchema);
  if (!form.ok) return form.reply;
  const entered = await enterCode(entityManager(context), context, request, form.value.code);
  if (entered.outcome === 'wrong') return form.invalid({ code: [wrong(entered.triesLeft)] }, 401);
  if (entered.outcome === 'limited') return form.notDone(TOO_MANY, 429, tryAgainIn(LIMIT_SECONDS));
  if (entered.outcome === 'over') {
    return replyInForm(context, 401, {
      notice: errorToast(entered.isOfTries ? TRIED_OUT : ENDED),
      stored: { isOver: true },
      headers: { 'Set-Cookie': await endHalfSignIn(context.app) },
    });
  }
  const headers = entered.cookies.map((line): [string, string] => ['Set-Cookie', line]);
  return redirect(entered.to, { status: 303, headers });
});

export const clientAction = withFailureNotice(NO_SIGN_IN);
/** Otherwise the loader would redirect after the last try, before anybody has read why. */
export const shouldRevalidate = () => false;
export const meta = adminMeta('Sign-in code');

export default function LoginCodePage() {
  const { email, isRecovery } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<{ isOver: true }>>();
  const way = isRecovery ? byRecoveryCode : byCode;
  useEffect(() => document.getElementById('code')?.focus(), [isRecovery]); // there is nothing else to do here
  return (
    <Entrance title={way.title}>
      {email ? <p className="text-muted mt-1.5 wrap-anywhere">{email}</p> : null}
      {answer?.stored?.isOver ? (
        <div className="mt-6 grid gap-5">
          <FlashBanner notice={answer.notice} />
          <ButtonLink href={paths.admin.login} look="primary">
            Sign In Again
          </ButtonLink>
        </div>
      ) : (
        <>
          <div className="mt-6">
            <SecretForm action={way.action} answer={answer}>
              {(field, isBusy) => (
                <>
                  <CodeField label={way.label} help={way.help} {...field('code')} isRecovery={isRecovery} />
                  <SubmitButton isBusy={isBusy}>{isBusy ? 'Signing In...' : 'Sign In'}</SubmitButton>
                </>
              )}
            </SecretForm>
          </div>
          <div className="mt-6 flex flex-wrap gap-x-6 gap-y-2 *:mt-0!">
            <EntranceLink to={isRecovery ? byCode.action : byRecoveryCode.action}>
              {isRecovery ? 'Use a code from the app' : 'Use a recovery code'}
            </EntranceLink>
            <EntranceLink to={paths.admin.login}>Start again</EntranceLink>
          </div>
        </>
      )}
    </Entrance>
  );
}
