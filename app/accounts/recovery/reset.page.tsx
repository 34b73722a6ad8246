import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { requireOwnOrigin } from '../../forms/form.server.ts';
import { withFailureNotice } from '../../forms/answer.ts';
import { KEY_IN_ADDRESS } from '../../http/security-headers.ts';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TokenPage, tokenMeta, type TokenAnswer } from '../passwords/token-page.tsx';
import { EntranceLink } from '../sign-in/entrance.tsx';
import { chosenPasswordSchema } from '../staff.schema.ts';
import { findResetAccount, resetPassword } from './recovery.server.ts';

const TITLE = 'New Password';
const NOT_NOW = 'Your password could not be changed just now. Please try again in a minute.';
const CHANGED = {
  title: 'Password changed successfully',
  description: 'You have been signed out everywhere. Please sign in with your new password.',
};

export async function loader({ params, context }: LoaderFunctionArgs) {
  const account = await findResetAccount(entityManager(context), params.token!);
  const shown = { email: account?.email ?? null, hasFailed: context.hasFailed };
  return data(shown, { status: account ? 200 : 410, headers: KEY_IN_ADDRESS });
}

export const action = withFailureReply(NOT_NOW, async ({ request, params, context }) => {
  requireOwnOrigin(context, request);
  const em = entityManager(context);
  const token = params.token!;
  if (!(await findResetAccount(em, token))) return sayDead();
  const form = await parseForm(context, request, chosenPasswordSchema);
  if (!form.ok) return form.reply;
  const reset = await resetPassword(em, context, request, token, form.value.newPassword);
  if (reset.outcome === 'gone') return sayDead();
  if (reset.outcome === 'invalid') return form.invalid({ newPassword: [reset.problem] });
  return redirectWithToast(context, paths.admin.login, CHANGED);
});

const sayDead = () => data<TokenAnswer>({ stored: { isDead: true } }, { status: 410 });

export const clientAction = withFailureNotice(NOT_NOW);
export const meta = tokenMeta(TITLE);

export default function ResetPage() {
  return (
    <TokenPage
      title={TITLE}
      about={(email) => (
        <p className="text-muted mt-1.5 break-words">
          For {email}. You are signed out on all your devices and sign in with the new password.
        </p>
      )}
      button={{ label: 'Change Password', busy: 'Changing Password...' }}
      dead={
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
      }
    />
  );
}
