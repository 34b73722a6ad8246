import type { ClientActionFunctionArgs } from '@remix-run/react';
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { markFailed, hasFailed } from '../http/form-failed.server.ts';
import { readForm } from '../http/form.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { errorNotice } from '../http/notice.ts';
import { redirectWithNotice } from '../http/notice.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';
import { maintenanceChangeSchema } from './maintenance.schema.ts';
import { setMaintenanceMessage, setMaintenanceMode, siteStatus } from './site-status.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  return { status: siteStatus(), hasFailed: hasFailed(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'admin');
  const form = Object.fromEntries(await readForm(request));
  const message = typeof form.maintenanceMessage === 'string' ? form.maintenanceMessage : undefined;
  const parsed = maintenanceChangeSchema.safeParse(form);
  if (!parsed.success) {
    markFailed(context);
    return data({ errors: parsed.error.issues.map((issue) => issue.message), message }, { status: 400 });
  }
  const change = parsed.data;
  const em = entityManager(context);
  try {
    if (change.intent === 'message') await setMaintenanceMessage(em, change.maintenanceMessage);
    else await setMaintenanceMode(em, change.intent === 'enable');
  } catch (error) {
    log.error({ requestId: context.requestId, err: describeError(error) }, 'maintenance could not be changed');
    markFailed(context);
    return data({ notice: failed(change.intent), message }, { status: 503 });
  }
  return redirectWithNotice(paths.admin.dashboard, saved[change.intent]);
}

/** A save that got no answer has failed like any other. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const intent = (await request.clone().formData()).get('intent');
  return orUnanswered(
    () => serverAction<typeof action>(),
    () => ({ notice: failed(String(intent)) }),
  );
}

const failed = (intent: string) =>
  errorNotice(`Failed to update maintenance ${intent === 'message' ? 'message' : 'mode'}`);

const saved = {
  enable: 'Maintenance mode enabled successfully',
  disable: 'Maintenance mode disabled successfully',
  message: 'Maintenance message updated successfully',
};

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.hasFailed ? 'Error: ' : ''}Maintenance | Admin` },
  { name: 'robots', content: 'noindex' },
];

export { MaintenancePanelPage as default } from './maintenance-panel-page.tsx';
