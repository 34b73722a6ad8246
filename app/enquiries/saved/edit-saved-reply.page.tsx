import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { listAttachable } from '../../content/documents/documents.server.ts';
import { parseForm, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { deletionSchema } from '../../forms/delete-form.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { readForm } from '../../forms/form.server.ts';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { Facts } from '../../ui/conflict.tsx';
import { focusFirst, TextField } from '../../ui/field.tsx';
import { Button } from '../../ui/button.tsx';
import { ReplyDocuments } from '../conversation/reply-files.tsx';
import { REPLY_MAX } from '../message.schema.ts';
import { deleteReply, findSavedReply, saveReply, type ListedReply } from './saved-replies.server.ts';
import { NAME_MAX, PLACEHOLDERS, savedReplySchema } from './saved-reply.schema.ts';

const failed = (intent: string) => (intent === 'delete' ? 'Failed to delete reply' : 'Failed to save reply');
const { admin } = paths;

/** Serves two addresses: the one without an id adds a saved reply. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const documents = listAttachable(context.app);
  if (!params.id) return { documents };
  return { reply: requireFound(await findSavedReply(entityManager(context), readId(params.id))), documents };
}

export const action = withFailureReply(failed, async ({ request, context, params }) => {
  const { by } = await requireRole(context, request, 'admin');
  const em = entityManager(context);
  const read = { form: await readForm(context, request), errors: {} };
  if (read.form.get('intent') === 'delete') {
    const form = await parseForm(context, request, deletionSchema, { read }); // whatever was typed meanwhile
    if (!form.ok) return form.reply;
    const deleted = await deleteReply(em, readId(params.id), form.value.version, by);
    return form.answer(deleted, admin.savedReplies, 'Reply deleted');
  }
  const form = await parseForm(context, request, savedReplySchema, { read });
  if (!form.ok) return form.reply;
  const saved = await saveReply(em, form.value, by, params.id ? readId(params.id) : null);
  if (saved.outcome === 'taken') return form.invalid({ name: ['Another saved reply has this name'] });
  return form.answer(saved, admin.savedReplies, 'Reply saved');
});

export const clientAction = withFailureNotice(failed);
const titleFor = (reply?: object) => (reply ? 'Edit Saved Reply' : 'Add Saved Reply');
export const meta = adminMeta<{ reply?: object } | undefined>((loaded) => titleFor(loaded?.reply));

export default function EditSavedReplyPage() {
  const { reply, documents } = useLoaderData<typeof loader>();
  return (
    <FormDialog
      title={titleFor(reply)}
      closeTo={admin.savedReplies}
      action={reply ? admin.editSavedReply(reply.id) : admin.newSavedReply}
      schema={savedReplySchema}
      loaded={{ name: reply?.name ?? '', text: reply?.text ?? '', documents: reply?.documents.join('\n') ?? '' }}
      answer={useActionData<FormAnswer<ListedReply>>()}
      version={reply?.version}
      save="Save Reply"
      show={({ name, text }) => <Facts of={{ Name: name, Text: text }} />}
      below={
        reply ? (
          <Button
            type="submit"
            name="intent"
            value="delete"
            look="danger"
            className="justify-self-start"
            formNoValidate
          >
            Delete Reply
          </Button>
        ) : null
      }
    >
      {(field) => (
        <>
          <TextField {...field('name')} label="Name" maxLength={NAME_MAX} autoComplete="off" required {...focusFirst} />
          <TextField
            {...field('text')}
            label="Text"
            rows={8}
            maxLength={REPLY_MAX}
            required
            help={`You can use ${PLACEHOLDERS}: the client's name, the reference, the service, and your own name from your account page.`}
          />
          <ReplyDocuments field={field('documents')} documents={documents} />
        </>
      )}
    </FormDialog>
  );
}
