import type { LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice } from '../../forms/answer.ts';
import { readId } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import type { Question } from '../confirm-dialog.tsx';
import { requireRole } from '../guards.server.ts';
import { emptySchema } from '../staff.schema.ts';
import { removeAccount, requireAccount } from './change-staff.server.ts';
import { withListQuery } from '../../forms/list-query.ts';
import { CHANGE_FAILED, ruleTexts } from './manage-staff.schema.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs): Promise<Question> {
  await requireRole(context, request, 'admin');
  const { email } = await requireAccount(context, params.id);
  return {
    title: 'Remove Account',
    closeTo: withListQuery(paths.admin.staff, new URL(request.url).search),
    question: `Are you sure you want to remove "${email}"?`,
    consequence: 'They are signed out at once. What they did stays in the activity log.',
    verb: 'Remove',
  };
}

export const action = withFailureReply(CHANGE_FAILED, async ({ request, params, context }) => {
  const staff = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, emptySchema);
  if (!form.ok) return form.reply;
  const removed = await removeAccount(entityManager(context), staff, readId(params.id));
  if (removed.outcome === 'refused') return form.notDone(ruleTexts[removed.why], 409);
  if (removed.outcome !== 'saved') throw form.gone();
  const list = withListQuery(paths.admin.staff, new URL(request.url).search);
  return redirectWithToast(context, list, `${removed.account.email} removed`);
});

export const clientAction = withFailureNotice(CHANGE_FAILED);
export { ConfirmPage as default, confirmMeta as meta } from '../confirm-dialog.tsx';
