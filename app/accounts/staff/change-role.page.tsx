import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { readId } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { requireRole } from '../guards.server.ts';
import { RoleField } from '../roles.tsx';
import { changeRole, requireAccount } from './change-staff.server.ts';
import { withListQuery } from '../../forms/list-query.ts';
import { CHANGE_FAILED, changeRoleSchema, ruleTexts, type StaffAccount } from './manage-staff.schema.ts';

const TITLE = 'Change Role';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  return { account: withVersion(await requireAccount(context, params.id)) };
}

/** The role is its own version: another one means that somebody else has changed it. */
const withVersion = (account: StaffAccount) => ({ ...account, version: account.role ?? '' });

export const action = withFailureReply(CHANGE_FAILED, async ({ request, params, context }) => {
  const staff = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, changeRoleSchema);
  if (!form.ok) return form.reply;
  const { role, version } = form.value;
  const changed = await changeRole(entityManager(context), staff, readId(params.id), role, version);
  if (changed.outcome === 'gone') throw form.gone();
  if (changed.outcome === 'outdated') return form.conflict(withVersion(changed.stored));
  if (changed.outcome === 'refused') return form.notDone(ruleTexts[changed.why], 409);
  const list = withListQuery(paths.admin.staff, new URL(request.url).search);
  return redirectWithToast(context, list, `${changed.account.email} is now ${role}`);
});

export const clientAction = withFailureNotice(CHANGE_FAILED);
export const meta = adminMeta(TITLE);

export default function ChangeRolePage() {
  const { account } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<typeof account>>();
  const { id, email, role } = answer?.stored ?? account;
  const { search } = useLocation();
  return (
    <FormDialog
      title={TITLE}
      closeTo={withListQuery(paths.admin.staff, search)}
      size="small"
      action={withListQuery(paths.admin.changeRole(id), search)}
      schema={changeRoleSchema}
      loaded={account}
      answer={answer}
      problem={null}
      first="role"
      version={account.version}
      save="Change Role"
    >
      {(field) => (
        <>
          <p className="wrap-anywhere">
            <strong>{email}</strong> has {role ? `the role ${role}` : 'no role'}. A change counts from their next step
            on.
          </p>
          <RoleField {...field('role')} />
        </>
      )}
    </FormDialog>
  );
}
