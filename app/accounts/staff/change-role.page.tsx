import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { useRef } from 'react';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { textOf } from '../../forms/typing/typed-values.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { useFormState } from '../../forms/use-form-state.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { DialogButtons } from '../../forms/form-dialog.tsx';
import { requireRole } from '../guards.server.ts';
import { RoleField } from '../roles.tsx';
import { changeRole, requireAccount } from './change-staff.server.ts';
import { CHANGE_FAILED, changeRoleSchema, ruleTexts, type StaffAccount } from './manage-staff.schema.ts';
import { focusFirst } from '../../ui/field.tsx';

const TITLE = 'Change Role';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  return { account: await requireAccount(context, params.id) };
}

export const action = withFailureReply(CHANGE_FAILED, async ({ request, params, context }) => {
  const staff = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, changeRoleSchema);
  if (!form.ok) return form.reply;
  const { role, from } = form.value;
  const changed = await changeRole(entityManager(context), staff, readId(params.id), role, from);
  if (changed.outcome === 'gone') throw notFound();
  if (changed.outcome === 'outdated') return form.conflict(changed.stored);
  if (changed.outcome === 'refused') return form.notDone(ruleTexts[changed.why], 409);
  return redirectWithToast(context, paths.admin.staff, `${changed.account.email} is now ${role}`);
});

export const clientAction = withFailureNotice(CHANGE_FAILED);
export const meta = adminMeta(TITLE);

export default function ChangeRolePage() {
  const { account: loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<StaffAccount>>();
  const { id, email, role } = answer?.stored ?? loaded;
  const action = paths.admin.changeRole(id);
  const isBusy = useNavigation().formAction === action;
  const form = useRef<HTMLFormElement>(null);
  const { errors, notice, judgeAgain } = useFormState(form, changeRoleSchema, answer, null);
  const chosen = textOf(answer?.result?.initialValue?.role ?? role);
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.staff}>
      <Form ref={form} method="post" action={action} noValidate onInput={judgeAgain} className="grid gap-5">
        <FlashBanner notice={notice} />
        <p className="wrap-anywhere">
          <strong>{email}</strong> has {role ? `the role ${role}` : 'no role'}. A change counts from their next step on.
        </p>
        <input type="hidden" name="from" value={role ?? ''} />
        <RoleField id="role" name="role" defaultValue={chosen} errors={errors.role ?? undefined} {...focusFirst} />
        <DialogButtons cancelTo={paths.admin.staff} isBusy={isBusy} label="Change Role" />
      </Form>
    </RouteDialog>
  );
}
