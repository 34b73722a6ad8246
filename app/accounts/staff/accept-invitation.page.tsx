import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { withFailureReply } from '../../forms/failures.server.ts';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { withFailureNotice } from '../../forms/with-failure-notice.ts';
import { parseForm, replyInForm } from '../../forms/parse-form.server.ts';
import { clientAddress } from '../../http/context.server.ts';
import { KEY_IN_ADDRESS } from '../../http/security-headers.ts';
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { paths } from '../../paths.ts';
import { Entrance } from '../sign-in/entrance.tsx';
import { NewPasswordForm } from '../passwords/new-password-form.tsx';
import { logSecurityEvent } from '../security-events.server.ts';
import { finishSignIn } from '../sign-in/sign-in.server.ts';
import { chosenPasswordSchema } from '../staff.schema.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { acceptInvitation, findInvitation } from './invitations.server.ts';
import { INVITATION_DAYS } from './manage-staff.schema.ts';

const NOT_NOW = 'The password could not be saved. Please try again in a minute.';

export async function loader({ params, context }: LoaderFunctionArgs) {
  const invitation = await findInvitation(entityManager(context), params.token!);
  const shown = { email: invitation?.email ?? null, hasFailed: context.hasFailed };
  return data(shown, { status: invitation ? 200 : 410, headers: KEY_IN_ADDRESS });
}

export const action = withFailureReply(NOT_NOW, async ({ request, params, context }: ActionFunctionArgs) => {
  const em = entityManager(context);
  const form = await parseForm(context, request, chosenPasswordSchema);
  if (!form.ok) return form.reply;
  const accepted = await acceptInvitation(em, params.token!, form.value.newPassword, clientAddress(context));
  if (accepted.outcome === 'gone') return replyInForm(context, 410, { stored: { isDead: true } });
  if (accepted.outcome === 'invalid') return form.invalid({ newPassword: [accepted.problem] });
  const { account } = accepted;
  logSecurityEvent('user_created', account.id, context);
  const signedIn = await finishSignIn(em, context, request, account);
  if (!signedIn) return redirect(paths.admin.login, 303); // it was changed by somebody else meanwhile
  const welcomed = await redirectWithToast(
    context,
    paths.admin.dashboard,
    'Your password is set, and you are signed in',
  );
  for (const line of signedIn.cookies) welcomed.headers.append('Set-Cookie', line);
  return welcomed;
});

export const clientAction = withFailureNotice(NOT_NOW);
export const meta = adminMeta<{ email: string | null } | undefined>((loaded) => titleOf(loaded?.email ?? null));

export default function AcceptInvitationPage() {
  const { email } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<{ isDead: true }>>();
  const invited = answer?.stored?.isDead ? null : email;
  return (
    <Entrance title={titleOf(invited)}>
      {invited ? (
        <>
          <p className="mt-4 wrap-anywhere">
            For your account <strong>{invited}</strong>.
          </p>
          <NewPasswordForm email={invited} answer={answer} button={{ label: 'Save and Sign In', busy: 'Saving...' }} />
        </>
      ) : (
        <DeadLink />
      )}
    </Entrance>
  );
}

const titleOf = (email: string | null) => (email ? 'Choose Your Password' : 'This Link No Longer Works');

function DeadLink() {
  return (
    <>
      <p className="mt-4">It was used, it was replaced or taken back, or it is older than {INVITATION_DAYS} days.</p>
      <p className="mt-2">If you have chosen a password already, sign in. Otherwise ask for a new invitation.</p>
      <ButtonLink href={paths.admin.login} look="primary" className="mt-6">
        Sign in
      </ButtonLink>
    </>
  );
}
