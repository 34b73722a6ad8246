import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { withFailureReply } from '../../forms/failures.server.ts';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { withFailureNotice } from '../../forms/with-failure-notice.ts';
import { parseForm } from '../../forms/parse-form.server.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { paths } from '../../paths.ts';
import { confirmPassword } from '../passwords/confirm-password.server.ts';
import { requireRole } from '../guards.server.ts';
import { PasswordAgain } from '../passwords/password-again.tsx';
import { SecretForm } from '../passwords/secret-form.tsx';
import { Button } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { removeSchema } from './passkey.schema.ts';
import { findPasskey, removePasskey } from './passkeys.server.ts';

const TITLE = 'Remove Passkey';
const NOT_REMOVED = 'Failed to remove passkey';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  const passkey = await findPasskey(entityManager(context), staff, readId(params.id));
  if (!passkey) throw notFound();
  return { passkey, isAsked: staff.isPasswordAsked };
}

export const action = withFailureReply(NOT_REMOVED, async ({ request, context, params }) => {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, removeSchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  const wrong = await confirmPassword(em, context, staff, form.value.password);
  if (wrong) return form.invalid(...wrong);
  if (!(await removePasskey(em, context, request, staff, readId(params.id)))) throw notFound();
  return redirectWithToast(context, paths.admin.account, 'Passkey removed');
});

export const clientAction = withFailureNotice(NOT_REMOVED);
export const meta = adminMeta(TITLE);

export default function RemovePasskeyPage() {
  const { passkey, isAsked } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.account}>
      <SecretForm action={paths.admin.removePasskey(passkey.id)} answer={answer}>
        {(field, isBusy) => (
          <>
            <p>{`Are you sure you want to remove "${passkey.name}"?`}</p>
            <p className="text-muted text-sm">
              It will no longer sign you in. Your device may still offer it: you can delete it there, too.
            </p>
            <PasswordAgain id="password" isAsked={isAsked} errors={field('password').errors} />
            <div className="flex flex-wrap justify-end gap-3">
              <RouteButton to={paths.admin.account} preventScrollReset prefetch="none" {...(isAsked ? {} : focusFirst)}>
                Cancel
              </RouteButton>
              <Button type="submit" look="danger" isBusy={isBusy}>
                Remove
              </Button>
            </div>
          </>
        )}
      </SecretForm>
    </RouteDialog>
  );
}
