import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice } from '../../forms/answer.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { requireRole } from '../guards.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import { emptySchema } from '../staff.schema.ts';
import { findOwner, resetSecondFactor } from './second-factors.server.ts';

const TITLE = 'Reset Second Factor';
const FAILED = 'Failed to reset the second factor';
const OWN = 'This is your own. You can turn it off under Account.';
const sayNone = (email: string) => `${email} has no second factor.`;
const CONSEQUENCE =
  'Their password alone will sign them in until they set one up again. They are told by mail. Be sure that it is them who asked.';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { accountId } = await requireRole(context, request, 'admin');
  const owner = await findOwner(entityManager(context), readId(params.id));
  if (!owner) throw notFound();
  return { ...owner, isOwn: owner.accountId === accountId };
}

export const action = withFailureReply(FAILED, async ({ request, context, params }) => {
  const staff = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, emptySchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  const owner = await findOwner(em, readId(params.id));
  if (!owner) throw notFound();
  if (owner.accountId === staff.accountId) return form.notDone(OWN, 409);
  if (!(await resetSecondFactor(em, owner, staff.by))) return form.notDone(sayNone(owner.email), 409);
  logSecurityEvent('authn_factor_change', owner.accountId, context);
  return redirectWithToast(context, paths.admin.staff, `Second factor of ${owner.email} reset`);
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta(TITLE);

export default function ResetPage() {
  const { email, hasFactor, isOwn } = useLoaderData<typeof loader>();
  const asked = {
    question: `Are you sure you want to reset the second factor of ${email}?`,
    consequence: CONSEQUENCE,
    verb: 'Reset',
  };
  return (
    <ConfirmDialog
      title={TITLE}
      closeTo={paths.admin.staff}
      {...(hasFactor && !isOwn ? asked : { question: isOwn ? OWN : sayNone(email) })}
    />
  );
}
