import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, tryAgainIn, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { isMailed } from '../../mail/sender.server.ts';
import { paths } from '../../paths.ts';
import { EMAIL_MAX } from '../../schemas/limits.ts';
import { othersEmail } from '../email-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { requireRole } from '../guards.server.ts';
import { RoleField } from '../roles.tsx';
import { staffEmail } from '../staff.schema.ts';
import { findInvitedRole, invite, LIMIT_SECONDS } from './invitations.server.ts';
import { withListQuery } from '../../forms/list-query.ts';
import { INVITATION_DAYS, inviteSchema, ruleTexts } from './manage-staff.schema.ts';

const TITLE = 'Invite Staff';
const FAILED = 'Failed to send invitation';
const TOO_MANY = 'Too many invitations were sent within an hour. Please try again later.';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const asked = staffEmail.safeParse(new URL(request.url).searchParams.get('email'));
  const email = asked.success ? asked.data : '';
  return { email, role: email ? await findInvitedRole(entityManager(context), email) : null, formId: randomUUID() };
}

export const action = withFailureReply(FAILED, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, inviteSchema);
  if (!form.ok) return form.reply;
  const sent = await invite(entityManager(context), by, { ...form.value, companyName: context.companyName });
  if (sent.outcome === 'limited') return form.notDone(TOO_MANY, 429, tryAgainIn(LIMIT_SECONDS));
  if (sent.outcome === 'known') return form.invalid({ email: [`${form.value.email} already has an account`] });
  if (sent.outcome === 'no-admin') return form.notDone(ruleTexts['no-admin'], 409);
  return redirectWithToast(context, withListQuery(paths.admin.staff, new URL(request.url).search), {
    title: isMailed(context.app.env) ? 'Invitation sent' : 'Invitation kept in the outbox, not mailed',
    description: isMailed(context.app.env)
      ? `${form.value.email} gets a mail with a link that holds for ${INVITATION_DAYS} days.`
      : `No mail service is set: give ${form.value.email} the link of the mail in the outbox. It holds for ${INVITATION_DAYS} days.`,
  });
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta(TITLE);

export default function InviteStaffPage() {
  const { formId, ...loaded } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const answer = useActionData<FormAnswer<{ version: number }>>();
  return (
    <FormDialog
      title={TITLE}
      closeTo={withListQuery(paths.admin.staff, search)}
      size="small"
      key={loaded.email}
      action={withListQuery(paths.admin.inviteStaff(), search)}
      schema={inviteSchema}
      loaded={loaded}
      formId={formId}
      answer={answer}
      problem={null}
      first="email"
      save="Send Invitation"
      saving="Sending..."
    >
      {(field) => (
        <>
          <TextField {...field('email')} type="email" label="Email" required maxLength={EMAIL_MAX} {...othersEmail} />
          <RoleField {...field('role')} />
        </>
      )}
    </FormDialog>
  );
}
