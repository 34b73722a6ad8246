import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { focusFirst, TextField } from '../../ui/field.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { requireRole } from '../guards.server.ts';
import { NAME_MAX, renameSchema } from './passkey.schema.ts';
import { renamePasskey, requirePasskey } from './passkeys.server.ts';

const TITLE = 'Rename Passkey';
const FAILED = 'Failed to rename passkey';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  return { passkey: await requirePasskey(context, staff, params.id) };
}

export const action = withFailureReply(FAILED, async ({ request, context, params }) => {
  const staff = await requireRole(context, request, 'viewer');
  const form = await parseForm(context, request, renameSchema);
  if (!form.ok) return form.reply;
  if (!(await renamePasskey(entityManager(context), staff, readId(params.id), form.value.name))) throw notFound();
  return redirectWithToast(context, paths.admin.account, 'Passkey renamed');
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta(TITLE);

export default function RenamePasskeyPage() {
  const { id, name } = useLoaderData<typeof loader>().passkey;
  const answer = useActionData<FormAnswer<never>>();
  return (
    <FormDialog
      title={TITLE}
      closeTo={paths.admin.account}
      size="small"
      action={paths.admin.renamePasskey(id)}
      schema={renameSchema}
      loaded={{ name }}
      answer={answer}
      save="Rename"
    >
      {(field) => (
        <TextField {...field('name')} label="Name" maxLength={NAME_MAX} required autoComplete="off" {...focusFirst} />
      )}
    </FormDialog>
  );
}
