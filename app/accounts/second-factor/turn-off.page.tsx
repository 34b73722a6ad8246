import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice } from '../../forms/answer.ts';
import { paths } from '../../paths.ts';
import type { Question } from '../confirm-dialog.tsx';
import { requireRole } from '../guards.server.ts';
import { parseConfirmed } from '../passwords/own-password.server.ts';
import { confirmSchema } from '../staff.schema.ts';
import { FAILED } from './second-factor.schema.ts';
import { readSecondFactor, removeFactor } from './second-factors.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Question> {
  const staff = await requireRole(context, request, 'viewer');
  if (!(await readSecondFactor(entityManager(context), staff.accountId))) throw redirect(paths.admin.secondFactor);
  return {
    title: 'Turn Off Second Factor',
    closeTo: paths.admin.secondFactor,
    question: 'Your password alone will sign you in, and your recovery codes stop working.',
    verb: 'Turn Off',
    password: { id: 'password-to-turn-off', isAsked: staff.isPasswordAsked },
  };
}

export const action = withFailureReply(FAILED, async ({ request, context }) => {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseConfirmed(context, request, staff, confirmSchema);
  if (!form.ok) return form.reply;
  await removeFactor(entityManager(context), staff, staff.by);
  return redirectWithToast(context, paths.admin.account, 'Second factor turned off');
});

export const clientAction = withFailureNotice(FAILED);
export { ConfirmPage as default, confirmMeta as meta } from '../confirm-dialog.tsx';
