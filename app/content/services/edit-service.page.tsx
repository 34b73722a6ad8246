import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { DialogButtons } from '../../forms/dialog-buttons.tsx';
import { StaffForm } from '../../forms/staff-form.tsx';
import { readId, notFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { Facts } from '../../ui/conflict.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconField } from './icon-field.tsx';
import { editedServiceSchema, newServiceSchema, serviceProblem, type ManagedService } from './service.schema.ts';
import { addService, findService, updateService } from './services.server.ts';

const SAVE_FAILED = 'Failed to save service';

/** Serves two addresses: an address without an id asks for a new service. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  if (!params.id) return { formId: randomUUID() };
  const service = await findService(entityManager(context), readId(params.id));
  if (!service) throw notFound();
  return { service };
}

export const action = withFailureReply(SAVE_FAILED, async ({ request, context, params }) => {
  const { by } = await requireRole(context, request, 'editor');
  const em = entityManager(context);
  if (!params.id) {
    const form = await parseForm(context, request, newServiceSchema);
    if (!form.ok) return form.reply;
    await addService(em, form.value, by);
    return redirectWithToast(context, paths.admin.services, 'Service added successfully');
  }
  const form = await parseForm(context, request, editedServiceSchema);
  if (!form.ok) return form.reply;
  const saved = await updateService(em, readId(params.id), form.value, by);
  if (saved.outcome === 'gone') throw notFound();
  if (saved.outcome === 'outdated') return form.conflict(saved.stored);
  const done = { title: 'Service updated successfully', undo: saved.revision };
  return redirectWithToast(context, paths.admin.services, done);
});

export const clientAction = withFailureNotice(SAVE_FAILED);

const titleFor = (service?: object) => (service ? 'Edit Service' : 'Add New Service');
export const meta = adminMeta<{ service?: object } | undefined>((loaded) => titleFor(loaded?.service));

export default function ServicePage() {
  const { service, formId } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ManagedService>>();
  const save = service ? 'Update Service' : 'Add Service';
  return (
    <RouteDialog title={titleFor(service)} closeTo={paths.admin.services} size="wide">
      <StaffForm
        key={service?.id}
        action={service ? paths.admin.editService(service.id) : paths.admin.newService}
        schema={service ? editedServiceSchema : newServiceSchema}
        loaded={service ?? {}}
        answer={answer}
        problem={serviceProblem}
        version={service?.version}
        formId={formId}
        conflict={{ show: showStored, save }}
      >
        {(field, isBusy) => (
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
            <DialogButtons isBusy={isBusy} label={save} cancelTo={paths.admin.services} />
          </>
        )}
      </StaffForm>
    </RouteDialog>
  );
}

const showStored = ({ title, icon, content }: ManagedService) => (
  <Facts of={{ Title: title, Icon: icon ?? 'None', Description: content }} />
);
