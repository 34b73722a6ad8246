import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { showing } from '#db/save-unless-changed.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { Facts } from '../../ui/conflict.tsx';
import { focusFirst, TextField } from '../../ui/field.tsx';
import { addVersioned, saveVersioned } from '../versions/versioned.server.ts';
import { IconField } from './icon-field.tsx';
import { serviceProblem, serviceSchema } from './service.schema.ts';
import { findService, managed, versionedServices, type ManagedService } from './services.server.ts';

const SAVE_FAILED = 'Failed to save service';

/** Serves two addresses: the one without an id is for a new service. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  if (!params.id) return { formId: randomUUID() };
  return { service: requireFound(await findService(entityManager(context), readId(params.id))) };
}

export const action = withFailureReply(SAVE_FAILED, async ({ request, context, params }) => {
  const { by } = await requireRole(context, request, 'editor');
  const em = entityManager(context);
  const form = await parseForm(context, request, serviceSchema);
  if (!form.ok) return form.reply;
  const { version, formId, ...fields } = form.value;
  const { services } = paths.admin;
  if (params.id) {
    const saved = await saveVersioned(em, versionedServices, { id: readId(params.id) }, version, fields, by);
    return form.answer(showing(saved, managed), services, 'Service updated successfully');
  }
  await addVersioned(em, versionedServices, fields, formId, by);
  return redirectWithToast(context, services, 'Service added successfully');
});

export const clientAction = withFailureNotice(SAVE_FAILED);

const titleFor = (service?: object) => (service ? 'Edit Service' : 'Add New Service');
export const meta = adminMeta<{ service?: object } | undefined>((loaded) => titleFor(loaded?.service));

export default function ServicePage() {
  const { service, formId } = useLoaderData<typeof loader>();
  return (
    <FormDialog
      title={titleFor(service)}
      closeTo={paths.admin.services}
      action={service ? paths.admin.editService(service.id) : paths.admin.newService}
      schema={serviceSchema}
      loaded={service ?? {}}
      answer={useActionData<FormAnswer<ManagedService>>()}
      problem={serviceProblem}
      version={service?.version}
      formId={formId}
      save={service ? 'Update Service' : 'Add Service'}
      show={({ title, icon, content }) => <Facts of={{ Title: title, Icon: icon ?? 'None', Description: content }} />}
    >
      {(field) => (
        <>
          <TextField
            {...field('title')}
            label="Service Title"
            required
            maxLength={200}
            autoComplete="off"
            {...focusFirst}
          />
          <IconField {...field('icon')} />
          <TextField {...field('content')} label="Service Description" required rows={6} />
        </>
      )}
    </FormDialog>
  );
}
