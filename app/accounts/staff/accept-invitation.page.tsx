import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, replyInForm, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice } from '../../forms/answer.ts';
import { clientAddress } from '../../http/context.server.ts';
import { KEY_IN_ADDRESS } from '../../http/security-headers.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TokenPage, tokenMeta } from '../passwords/token-page.tsx';
import { logSecurityEvent } from '../security-events.server.ts';
import { finishSignIn } from '../sign-in/sign-in.server.ts';
import { chosenPasswordSchema } from '../staff.schema.ts';
import { acceptInvitation, findInvitation } from './invitations.server.ts';
import { INVITATION_DAYS } from './manage-staff.schema.ts';

const TITLE = 'Choose Your Password';
const NOT_NOW = 'The password could not be saved. Please try again in a minute.';
const DONE = 'Your password is set, and you are signed in';

export async function loader({ params, context }: LoaderFunctionArgs) {
  const invitation = await findInvitation(entityManager(context), params.token!);
  const shown = { email: invitation?.email ?? null, hasFailed: context.hasFailed };
  return data(shown, { status: invitation ? 200 : 410, headers: KEY_IN_ADDRESS });
}

export const action = withFailureReply(NOT_NOW, async ({ request, params, context }) => {
  const em = entityManager(context);
  const form = await parseForm(context, request, chosenPasswordSchema);
  if (!form.ok) return form.reply;
  const accepted = await acceptInvitation(em, params.token!, form.value.newPassword, clientAddress(context));
  if (accepted.outcome === 'gone') return replyInForm(context, 410, { stored: { isDead: true } });
  if (accepted.outcome === 'invalid') return form.invalid({ newPassword: [accepted.problem] });
  logSecurityEvent('user_created', accepted.account.id, context);
  const signedIn = await finishSignIn(em, context, request, accepted.account);
  if (!signedIn) return redirect(paths.admin.login, 303); // somebody else has changed the account meanwhile
  const welcomed = await redirectWithToast(context, paths.admin.dashboard, DONE);
  for (const line of signedIn.cookies) welcomed.headers.append('Set-Cookie', line);
  return welcomed;
});

export const clientAction = withFailureNotice(NOT_NOW);
export const meta = tokenMeta(TITLE);

export default function AcceptInvitationPage() {
  return (
    <TokenPage
      title={TITLE}
      about={(email) => (
        <p className="mt-4 wrap-anywhere">
          For your account <strong>{email}</strong>.
        </p>
      )}
      button={{ label: 'Save and Sign In', busy: 'Saving...' }}
      dead={
        <>
          <p className="mt-4">
            It was used, it was replaced or taken back, or it is older than {INVITATION_DAYS} days.
          </p>
          <p className="mt-2">If you have chosen a password already, sign in. Otherwise ask for a new invitation.</p>
          <ButtonLink href={paths.admin.login} look="primary" className="mt-6">
            Sign in
          </ButtonLink>
        </>
      }
    />
  );
}
