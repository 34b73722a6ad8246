import type { LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice } from '../../forms/answer.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import type { Question } from '../confirm-dialog.tsx';
import { requireRole } from '../guards.server.ts';
import { parseConfirmed } from '../passwords/own-password.server.ts';
import { confirmSchema } from '../staff.schema.ts';
import { removePasskey, requirePasskey } from './passkeys.server.ts';

const FAILED = 'Failed to remove passkey';

export async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Question> {
  const staff = await requireRole(context, request, 'viewer');
  const { name } = await requirePasskey(context, staff, params.id);
  return {
    title: 'Remove Passkey',
    closeTo: paths.admin.account,
    question: `Are you sure you want to remove "${name}"?`,
    consequence: 'It will no longer sign you in. Your device may still offer it: you can delete it there, too.',
    verb: 'Remove',
    password: { id: 'password', isAsked: staff.isPasswordAsked },
  };
}

export const action = withFailureReply(FAILED, async ({ request, context, params }) => {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseConfirmed(context, request, staff, confirmSchema);
  if (!form.ok) return form.reply;
  if (!(await removePasskey(entityManager(context), staff, readId(params.id)))) throw notFound();
  return redirectWithToast(context, paths.admin.account, 'Passkey removed');
});

export const clientAction = withFailureNotice(FAILED);
export { ConfirmPage as default, confirmMeta as meta } from '../confirm-dialog.tsx';
