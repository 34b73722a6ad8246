import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { UserPlusIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { parseForm, readOrExplain, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { readText } from '../../forms/typing/typed-values.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths } from '../../paths.ts';
import { Pager } from '../../ui/pager.tsx';
import { Reloading } from '../../ui/reloading.tsx';
import { RouteButton } from '../../ui/button.tsx';
import { requireRole } from '../guards.server.ts';
import { setActive } from './change-staff.server.ts';
import { revokeInvitation } from './invitations.server.ts';
import { listStaff } from './list-staff.server.ts';
import { withListQuery } from '../../forms/list-query.ts';
import { CHANGE_FAILED, ruleTexts, staffActionSchema } from './manage-staff.schema.ts';
import { StaffTable } from './staff-table.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { accountId } = await requireRole(context, request, 'admin');
  const after = readText(new URL(request.url).searchParams, 'after');
  const em = entityManager(context);
  return readOrExplain(context, 'Failed to fetch staff', async () => {
    const page = await listStaff(em, after, accountId);
    return { page: page.staff.length ? page : await listStaff(em, '', accountId) }; // the first page replaces an empty one
  });
}

/** For buttons without a question. */
export const action = withFailureReply(CHANGE_FAILED, async ({ request, context }) => {
  const staff = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, staffActionSchema);
  if (!form.ok) return form.notDone(CHANGE_FAILED, 400);
  const em = entityManager(context);
  const list = withListQuery(paths.admin.staff, new URL(request.url).search);
  if (form.value.intent === 'revoke') {
    const { email } = form.value;
    const isRevoked = await revokeInvitation(em, staff.by, email);
    if (!isRevoked) return form.notDone('This invitation is not there any more.', 404);
    return redirectWithToast(context, list, `Invitation of ${email} revoked`);
  }
  const { intent, account } = form.value;
  const changed = await setActive(em, staff, account, intent === 'reactivate');
  if (changed.outcome === 'refused') return form.notDone(ruleTexts[changed.why], 409);
  if (changed.outcome !== 'saved') return form.notDone('This account is not there any more.', 404);
  return redirectWithToast(context, list, `${changed.account.email} ${intent}d`);
});

export const clientAction = withFailureNotice(CHANGE_FAILED);
export const meta = adminMeta('Manage Staff');

export default function ManageStaffPage() {
  const { page, notice } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1} className="text-2xl">
          Manage Staff
        </h1>
        <RouteButton to={withListQuery(paths.admin.inviteStaff(), search)} look="primary" preventScrollReset>
          <UserPlusIcon aria-hidden className="size-5" />
          Invite
        </RouteButton>
      </div>
      <p className="text-muted mt-2">People who can sign in, and their roles.</p>
      <FlashBanner notice={useActionData<FormAnswer>()?.notice ?? notice} className="mt-6" />
      <Reloading path={paths.admin.staff} text="Loading staff..." />
      {page && <StaffTable staff={page.staff} search={search} />}
      <Pager
        label="Pages of staff"
        className="mt-4"
        links={[
          page?.isFirst === false ? { name: 'First page', to: paths.admin.staff } : null,
          page?.next ? { name: 'Next page', to: paths.admin.staffAfter(page.next) } : null,
        ]}
      />
      <Outlet />
    </>
  );
}
