import { useState, type ReactNode } from 'react';
import { data, redirect, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, replyInForm, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { requireOwnOrigin } from '../../forms/form.server.ts';
import { KEY_IN_ADDRESS } from '../../http/security-headers.ts';
import { paths } from '../../paths.ts';
import { ButtonLink, SubmitButton } from '../../ui/button.tsx';
import { findResetAccount, resetPassword } from '../recovery/recovery.server.ts';
import { Entrance, EntranceLink } from '../sign-in/entrance.tsx';
import { finishSignIn } from '../sign-in/sign-in.server.ts';
import { acceptInvitation, findInvitation } from '../staff/invitations.server.ts';
import { INVITATION_DAYS } from '../staff/manage-staff.schema.ts';
import { chosenPasswordSchema } from '../staff.schema.ts';
import { NewPasswordField, ShowPasswords } from './password-form.tsx';
import { SecretForm, UserName } from './secret-form.tsx';

interface Way {
  title: string;
  notNow: string;
  about: (email: string) => ReactNode;
  button: { label: string; busy: string };
  /** Shown when the link no longer works. */
  dead: ReactNode;
}

const DEAD = 'This Link No Longer Works';

const invitation: Way = {
  title: 'Choose Your Password',
  notNow: 'The password could not be saved. Please try again in a minute.',
  about: (email) => (
    <p className="mt-4 wrap-anywhere">
      For your account <strong>{email}</strong>.
    </p>
  ),
  button: { label: 'Save and Sign In', busy: 'Saving...' },
  dead: (
    <>
      <p className="mt-4">It was used, it was replaced or taken back, or it is older than {INVITATION_DAYS} days.</p>
      <p className="mt-2">If you have chosen a password already, sign in. Otherwise ask for a new invitation.</p>
      <ButtonLink href={paths.admin.login} look="primary" className="mt-6">
        Sign in
      </ButtonLink>
    </>
  ),
};

const reset: Way = {
  title: 'New Password',
  notNow: 'Your password could not be changed just now. Please try again in a minute.',
  about: (email) => (
    <p className="text-muted mt-1.5 break-words">
      For {email}. You are signed out on all your devices and sign in with the new password.
    </p>
  ),
  button: { label: 'Change Password', busy: 'Changing Password...' },
  dead: (
    <>
      <p className="mt-4">
        A link works once, within an hour of asking for it, and of several only the newest one does.
      </p>
      <p className="mt-6">
        <ButtonLink look="primary" href={paths.admin.forgot}>
          Ask for a new link
        </ButtonLink>
      </p>
      <EntranceLink to={paths.admin.login}>Back to sign-in</EntranceLink>
    </>
  ),
};

const isInvitation = (url: string) => /^\/admin\/invite\//i.test(decodeURIComponent(new URL(url).pathname));
const notNow = (_intent: string, url: string) => (isInvitation(url) ? invitation : reset).notNow;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const isInvited = isInvitation(request.url);
  const owner = await (isInvited ? findInvitation : findResetAccount)(entityManager(context), params.token!);
  const shown = { isInvited, email: owner?.email ?? null, hasFailed: context.hasFailed };
  return data(shown, { status: owner ? 200 : 410, headers: KEY_IN_ADDRESS });
}

export const action = withFailureReply(notNow, async ({ request, params, context }) => {
  requireOwnOrigin(context, request);
  const isInvited = isInvitation(request.url);
  const em = entityManager(context);
  const token = params.token!;
  const owner = await (isInvited ? findInvitation : findResetAccount)(em, token);
  if (!owner) return answerDeadLink(context);
  const form = await parseForm(context, request, chosenPasswordSchema);
  if (!form.ok) return form.reply;
  const choose = isInvited ? acceptInvitation : resetPassword;
  const chosen = await choose(em, context, request, token, form.value.newPassword);
  if (chosen.outcome === 'gone') return answerDeadLink(context);
  if (chosen.outcome === 'invalid') return form.invalid({ newPassword: [chosen.problem] });
  if (!isInvited) {
    // Names the account: somebody else may be signed in here.
    const description = `${owner.email} has been signed out everywhere. Please sign in with the new password.`;
    return redirectWithToast(context, paths.admin.login, { title: 'Password changed successfully', description });
  }
  const signedIn = await finishSignIn(em, context, request, chosen.account);
  if (!signedIn) return redirect(paths.admin.login, 303); // somebody else has changed the account meanwhile
  const welcome = 'Your password is set, and you are signed in';
  const welcomed = await redirectWithToast(context, paths.admin.dashboard, welcome);
  for (const line of signedIn.cookies) welcomed.headers.append('Set-Cookie', line);
  return welcomed;
});

const answerDeadLink = (context: AppLoadContext) => replyInForm(context, 410, { stored: { isDead: true } });

export const clientAction = withFailureNotice(notNow);
export const meta = adminMeta<{ isInvited: boolean; email: string | null } | undefined>((loaded) =>
  loaded?.email ? (loaded.isInvited ? invitation : reset).title : DEAD,
);

/** The page of a mailed link, to choose a password. Passwords are never put back into the form. */
export default function TokenPage() {
  const { isInvited, email } = useLoaderData<typeof loader>();
  const { title, about, button, dead } = isInvited ? invitation : reset;
  const answer = useActionData<FormAnswer<{ isDead: true }>>();
  const [areShown, setShown] = useState(false);
  const { pathname } = useLocation();
  if (!email || answer?.stored?.isDead) return <Entrance title={DEAD}>{dead}</Entrance>;
  return (
    <Entrance title={title}>
      {about(email)}
      <SecretForm action={pathname} answer={answer} schema={chosenPasswordSchema} className="mt-6">
        {(field, isBusy) => (
          <>
            <UserName email={email} />
            <NewPasswordField areShown={areShown} errors={field('newPassword').errors} />
            <ShowPasswords areShown={areShown} onChange={setShown} />
            <SubmitButton isBusy={isBusy}>{isBusy ? button.busy : button.label}</SubmitButton>
          </>
        )}
      </SecretForm>
    </Entrance>
  );
}
