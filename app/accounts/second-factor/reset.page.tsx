import type { LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice } from '../../forms/answer.ts';
import { paths } from '../../paths.ts';
import type { Question } from '../confirm-dialog.tsx';
import { requireRole } from '../guards.server.ts';
import { emptySchema } from '../staff.schema.ts';
import { requireAccount } from '../staff/change-staff.server.ts';
import { withListQuery } from '../../forms/list-query.ts';
import { readSecondFactor, removeFactor } from './second-factors.server.ts';

const FAILED = 'Failed to reset the second factor';
const OWN = 'This is your own. You can turn it off under Account.';
const noFactorText = (email: string) => `${email} has no second factor.`;
const CONSEQUENCE =
  'Their password alone will sign them in until they set one up again. They are told by mail. Be sure that it is them who asked.';

export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Question> {
  const { accountId } = await requireRole(context, request, 'admin');
  const { id, email } = await requireAccount(context, params.id);
  const hasFactor = (await readSecondFactor(entityManager(context), id)) !== null;
  const page = { title: 'Reset Second Factor', closeTo: withListQuery(paths.admin.staff, new URL(request.url).search) };
  if (id === accountId) return { ...page, question: OWN };
  if (!hasFactor) return { ...page, question: noFactorText(email) };
  const question = `Are you sure you want to reset the second factor of ${email}?`;
  return { ...page, question, consequence: CONSEQUENCE, verb: 'Reset' };
}

export const action = withFailureReply(FAILED, async ({ request, context, params }) => {
  const staff = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, emptySchema);
  if (!form.ok) return form.reply;
  const { id: accountId, email } = await requireAccount(context, params.id);
  if (accountId === staff.accountId) return form.notDone(OWN, 409);
  const isReset = await removeFactor(entityManager(context), { accountId, email }, staff.by);
  if (!isReset) return form.notDone(noFactorText(email), 409);
  const list = withListQuery(paths.admin.staff, new URL(request.url).search);
  return redirectWithToast(context, list, `Second factor of ${email} reset`);
});

export const clientAction = withFailureNotice(FAILED);
export { ConfirmPage as default, confirmMeta as meta } from '../confirm-dialog.tsx';
