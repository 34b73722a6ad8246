import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { withFailureReply } from '../../forms/failures.server.ts';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { withFailureNotice } from '../../forms/with-failure-notice.ts';
import { parseForm } from '../../forms/parse-form.server.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { readId, notFound } from '../../http/addresses.server.ts';
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { paths } from '../../paths.ts';
import { requireRole } from '../guards.server.ts';
import { Button } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { NAME_MAX, renameSchema } from './passkey.schema.ts';
import { findPasskey, renamePasskey } from './passkeys.server.ts';

const TITLE = 'Rename Passkey';
const NOT_RENAMED = 'Failed to rename passkey';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  const passkey = await findPasskey(entityManager(context), staff, readId(params.id));
  if (!passkey) throw notFound();
  return { passkey };
}

export const action = withFailureReply(NOT_RENAMED, async ({ request, context, params }) => {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, renameSchema);
  if (!form.ok) return form.reply;
  const isRenamed = await renamePasskey(entityManager(context), context, staff, readId(params.id), form.value.name);
  if (!isRenamed) throw notFound();
  return redirectWithToast(context, paths.admin.account, 'Passkey renamed');
});

export const clientAction = withFailureNotice(NOT_RENAMED);
export const meta = adminMeta(TITLE);

export default function RenamePasskeyPage() {
  const { passkey } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<never>>();
  const action = paths.admin.renamePasskey(passkey.id);
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.account}>
      <StaffForm action={action} schema={renameSchema} loaded={{ name: passkey.name }} answer={answer}>
        {(field, isBusy) => (
          <>
            <TextField
              {...field('name')}
              label="Name"
              maxLength={NAME_MAX}
              required
              autoComplete="off"
              {...focusFirst}
            />
            <div className="flex flex-wrap justify-end gap-3">
              <RouteButton to={paths.admin.account} preventScrollReset prefetch="none">
                Cancel
              </RouteButton>
              <Button type="submit" look="primary" isBusy={isBusy}>
                Rename
              </Button>
            </div>
          </>
        )}
      </StaffForm>
    </RouteDialog>
  );
}
