import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { actorOf } from '../../audit/activities.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { withFailureReply } from '../../forms/failures.server.ts';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { withFailureNotice } from '../../forms/with-failure-notice.ts';
import { parseForm } from '../../forms/parse-form.server.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { paths } from '../../paths.ts';
import { requireRole } from '../guards.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import { Button } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { SecretForm } from '../passwords/secret-form.tsx';
import { nothingToReset, RESET_FAILED, resetSchema } from './second-factor.schema.ts';
import { findOwner, resetSecondFactor } from './second-factors.server.ts';

const TITLE = 'Reset Second Factor';
const OWN = 'This is your own. You can turn it off under Account.';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { accountId } = await requireRole(context, request, 'admin');
  const owner = await findOwner(entityManager(context), readId(params.id));
  if (!owner) throw notFound();
  return { ...owner, isOwn: owner.accountId === accountId };
}

export const action = withFailureReply(RESET_FAILED, async ({ request, context, params }) => {
  const staff = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, resetSchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  const owner = await findOwner(em, readId(params.id));
  if (!owner) throw notFound();
  if (owner.accountId === staff.accountId) return form.notDone(OWN, 409);
  if (!(await resetSecondFactor(em, owner.accountId, actorOf(context, staff.email))))
    return form.notDone(nothingToReset(owner.email), 409);
  logSecurityEvent('authn_factor_change', owner.accountId, context);
  return redirectWithToast(context, paths.admin.staff, `Second factor of ${owner.email} reset`);
});

export const clientAction = withFailureNotice(RESET_FAILED);
export const meta = adminMeta(TITLE);

export default function ResetPage() {
  const { accountId, email, hasFactor, isOwn } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  const canBe = hasFactor && !isOwn;
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.staff}>
      <SecretForm action={paths.admin.resetSecondFactor(accountId)} answer={answer}>
        {(_, isBusy) => (
          <>
            {canBe ? (
              <>
                <p className="wrap-anywhere">{`Are you sure you want to reset the second factor of ${email}?`}</p>
                <p className="text-muted text-sm">
                  Their password alone will sign them in until they set one up again. They are told by mail. Be sure
                  that it is them who asked.
                </p>
              </>
            ) : (
              <p className="wrap-anywhere">{isOwn ? OWN : nothingToReset(email)}</p>
            )}
            <div className="flex flex-wrap justify-end gap-3">
              <RouteButton to={paths.admin.staff} preventScrollReset prefetch="none" {...focusFirst}>
                {canBe ? 'Cancel' : 'Close'}
              </RouteButton>
              {canBe ? (
                <Button type="submit" look="danger" isBusy={isBusy}>
                  Reset
                </Button>
              ) : null}
            </div>
          </>
        )}
      </SecretForm>
    </RouteDialog>
  );
}
