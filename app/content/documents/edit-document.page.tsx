import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { showing } from '#db/save-unless-changed.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { parseForm, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { dayText } from '../../time/dates.ts';
import { Facts } from '../../ui/conflict.tsx';
import { saveVersioned } from '../versions/versioned.server.ts';
import { DocumentFields } from './document-fields.tsx';
import { documentProblem, editedDocumentSchema } from './document.schema.ts';
import { findDocument, showManaged, versionedDocuments, type ManagedDocument } from './documents.server.ts';
import { whenLapsedText } from './validity.ts';

const TITLE = 'Edit Document';
const UPDATE_FAILED = 'Failed to update document';
const problem = documentProblem('Please provide a title');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return { document: requireFound(await findDocument(entityManager(context), readId(params.id))) };
}

export const action = withFailureReply(UPDATE_FAILED, async ({ request, params, context }) => {
  const { by } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, editedDocumentSchema);
  if (!form.ok) return form.reply;
  const { version, ...fields } = form.value;
  const where = { id: readId(params.id) };
  const saved = await saveVersioned(entityManager(context), versionedDocuments, where, version, fields, by);
  return form.answer(showing(saved, showManaged), paths.admin.documents, 'Document updated successfully');
});

export const clientAction = withFailureNotice(UPDATE_FAILED);
export const meta = adminMeta(TITLE);

export default function EditDocumentPage() {
  const { document } = useLoaderData<typeof loader>();
  return (
    <FormDialog
      title={TITLE}
      closeTo={paths.admin.documents}
      action={paths.admin.editDocument(document.id)}
      schema={editedDocumentSchema}
      loaded={document}
      answer={useActionData<FormAnswer<ManagedDocument>>()}
      problem={problem}
      version={document.version}
      save="Update Document"
      saving="Processing..."
      show={(stored) => (
        <Facts
          of={{
            Title: stored.title,
            Description: stored.description ?? 'None',
            'Display Order': stored.displayOrder,
            Issuer: stored.issuer ?? 'None',
            Number: stored.number ?? 'None',
            'Valid until': stored.validUntil ? dayText(stored.validUntil) : 'Always',
            'When it has lapsed': whenLapsedText(stored.whenLapsed),
          }}
        />
      )}
    >
      {(field) => (
        <>
          <DocumentFields field={field} />
          <p className="text-muted text-sm">The PDF file stays as it is. To change it, use Replace file in the list.</p>
        </>
      )}
    </FormDialog>
  );
}
