import { LockMode } from '@mikro-orm/core';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Account } from '#db/entities/account.ts';
import { entityManager } from '#db/orm.ts';
import { recordActivity } from '../audit/activities.server.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../forms/answer.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { Switch } from '../forms/switch.tsx';
import { paths } from '../paths.ts';
import { focusFirst, TextField } from '../ui/field.tsx';
import { requireRole } from './guards.server.ts';
import { OWN_NAME_MAX, preferencesSchema } from './staff.schema.ts';

const TITLE = 'Name and Keys';
const FAILED = 'Failed to save name and keys';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { name, hasKeys } = await requireRole(context, request, 'viewer');
  return { name: name ?? '', keys: hasKeys ? 'on' : '' };
}

export const action = withFailureReply(FAILED, async ({ request, context }) => {
  const { accountId: id, by } = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, preferencesSchema);
  if (!form.ok) return form.reply;
  const { name, keys: hasKeys } = form.value;
  await entityManager(context).transactional(async (tx) => {
    const account = await tx.findOneOrFail(Account, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if ((account.name ?? '') === name && account.hasKeys === hasKeys) return; // the same form was sent twice
    Object.assign(account, { name: name || null, hasKeys });
    await recordActivity(tx, 'account', by, 'Saved their name and keys', { noun: 'staff', id });
  });
  return redirectWithToast(context, paths.admin.account, 'Name and keys saved');
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta(TITLE);

export default function PreferencesPage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<never>>();
  return (
    <FormDialog
      title={TITLE}
      closeTo={paths.admin.account}
      size="small"
      action={paths.admin.preferences}
      schema={preferencesSchema}
      loaded={loaded}
      answer={answer}
      save="Save"
    >
      {(field) => (
        <>
          <TextField
            {...field('name')}
            label="Your name"
            help="As clients read it in your replies. Without one they read your email address."
            maxLength={OWN_NAME_MAX}
            autoComplete="name"
            {...focusFirst}
          />
          <Switch
            {...field('keys')}
            label="Keyboard shortcuts"
            help="Single keys such as j and k go through enquiries. Press ? for the list. Turn them off if a key of yours does something that you did not mean."
          />
        </>
      )}
    </FormDialog>
  );
}
