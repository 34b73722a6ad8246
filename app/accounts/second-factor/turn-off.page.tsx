import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { actorOf } from '../../audit/activities.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { withFailureReply } from '../../forms/failures.server.ts';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { withFailureNotice } from '../../forms/with-failure-notice.ts';
import { parseForm } from '../../forms/parse-form.server.ts';
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { paths } from '../../paths.ts';
import { confirmPassword } from '../passwords/confirm-password.server.ts';
import { requireRole } from '../guards.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import { Button } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { SecretForm } from '../passwords/secret-form.tsx';
import { PasswordAgain } from '../passwords/password-again.tsx';

import { FAILED, turnOffSchema } from './second-factor.schema.ts';
import { readSecondFactor, turnOff } from './second-factors.server.ts';

const TITLE = 'Turn Off Second Factor';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  if (!(await readSecondFactor(entityManager(context), staff.accountId))) throw redirect(paths.admin.secondFactor);
  return { isPasswordAsked: staff.isPasswordAsked };
}

export const action = withFailureReply(FAILED, async ({ request, context }) => {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, turnOffSchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  const wrong = await confirmPassword(em, context, staff, form.value.password);
  if (wrong) return form.invalid(...wrong);
  const isOff = await turnOff(em, staff, actorOf(context, staff.email, request));
  if (isOff) logSecurityEvent('authn_factor_change', staff.accountId, context);
  return redirectWithToast(context, paths.admin.account, 'Second factor turned off');
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta(TITLE);

export default function TurnOffPage() {
  const { isPasswordAsked } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.secondFactor}>
      <SecretForm action={paths.admin.secondFactorOff} answer={answer}>
        {(field, isBusy) => (
          <>
            <p>Your password alone will sign you in, and your recovery codes stop working.</p>
            <PasswordAgain id="password-to-turn-off" isAsked={isPasswordAsked} errors={field('password').errors} />
            <div className="flex flex-wrap justify-end gap-3">
              <RouteButton to={paths.admin.secondFactor} preventScrollReset prefetch="none" {...focusFirst}>
                Cancel
              </RouteButton>
              <Button type="submit" look="danger" isBusy={isBusy}>
                Turn Off
              </Button>
            </div>
          </>
        )}
      </SecretForm>
    </RouteDialog>
  );
}
