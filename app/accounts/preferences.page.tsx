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
import { Facts } from '../ui/conflict.tsx';
import { focusFirst, TextField } from '../ui/field.tsx';
import { requireRole } from './guards.server.ts';
import { OWN_NAME_MAX, preferencesSchema } from './staff.schema.ts';

const TITLE = 'Name and Keys';
const FAILED = 'Failed to save name and keys';

export async function loader({ request, context }: LoaderFunctionArgs) {
  return showPreferences(await requireRole(context, request, 'viewer'));
}

/** `version` is what the form shows, so that two windows of one account do not overwrite each other. */
const showPreferences = ({ name, hasKeys }: Pick<Account, 'hasKeys'> & { name?: string | null | undefined }) => ({
  name: name ?? '',
  keys: hasKeys ? 'on' : '',
  version: `${hasKeys ? 'on' : 'off'} ${name ?? ''}`,
});

export const action = withFailureReply(FAILED, async ({ request, context }) => {
  const { accountId: id, by } = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, preferencesSchema);
  if (!form.ok) return form.reply;
  const { name, keys: hasKeys, version } = form.value;
  const outdated = await entityManager(context).transactional(async (tx) => {
    const account = await tx.findOneOrFail(Account, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const stored = showPreferences(account);
    const wanted = { name: name || null, hasKeys };
    if (showPreferences(wanted).version === stored.version) return null; // the same form was sent twice
    if (version !== undefined && version !== stored.version) return stored;
    Object.assign(account, wanted);
    await recordActivity(tx, 'account', by, 'Saved their name and keys', { noun: 'staff', id });
    return null;
  });
  if (outdated) return form.conflict(outdated);
  return redirectWithToast(context, paths.admin.account, 'Name and keys saved');
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta(TITLE);

export default function PreferencesPage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<typeof loaded>>();
  return (
    <FormDialog
      title={TITLE}
      closeTo={paths.admin.account}
      size="small"
      action={paths.admin.preferences}
      schema={preferencesSchema}
      loaded={loaded}
      answer={answer}
      version={loaded.version}
      conflictTitle="Saved in another window"
      show={showStored}
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

const showStored = ({ name, keys }: { name: string; keys: string }) => (
  <Facts of={{ Name: name || 'Not given', 'Keyboard shortcuts': keys ? 'On' : 'Off' }} />
);
