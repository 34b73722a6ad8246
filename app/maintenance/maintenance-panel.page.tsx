import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager, type EntityManager } from '#db/orm.ts';
import type { Actor } from '../audit/activities.server.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../forms/action.server.ts';
import { adminMeta, withFailureNotice } from '../forms/answer.ts';
import { FlashBanner } from '../forms/toasts/flash-banner.tsx';
import { paths } from '../paths.ts';
import { requireRole } from '../accounts/guards.server.ts';
import { MaintenancePanel } from './maintenance-panel.tsx';
import type { MaintenanceAnswer } from './site-status.ts';
import { ENDS_FIRST, maintenanceChangeSchema, type MaintenanceChange } from './maintenance.schema.ts';
import { cancelWindow, setMaintenanceMessage, setMaintenanceMode, setWindow } from './change-status.server.ts';
import type { ChangedStatus, WindowProblem } from './change-status.server.ts';
import { readPanelData } from './site-status.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { isLooking } = await requireRole(context, request, 'admin');
  return readPanelData(context.app, isLooking);
}

const notSaved = (intent: string) => `Failed to update maintenance ${intent === 'message' ? 'message' : 'mode'}`;
const HAS_BEGUN = 'Maintenance has begun already. Switch it off to end it.';
const saved = {
  window: 'Maintenance times saved',
  cancel: 'Planned maintenance cancelled',
  enable: 'Maintenance mode enabled successfully',
  disable: 'Maintenance mode disabled successfully',
  message: 'Maintenance message updated successfully',
};

export const action = withFailureReply(notSaved, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, maintenanceChangeSchema);
  if (!form.ok) return form.reply;
  const { intent } = form.value;
  const changed = await changeStatus(entityManager(context), form.value, by);
  if (changed.outcome === 'outdated') return form.conflict(changed.stored);
  if (changed.outcome === 'invalid')
    return intent === 'cancel' ? form.notDone(HAS_BEGUN, 409) : form.invalid(problems[changed.problem]);
  return redirectWithToast(context, paths.admin.dashboard, saved[intent]);
});

function changeStatus(em: EntityManager, change: MaintenanceChange, by: Actor): Promise<ChangedStatus> {
  switch (change.intent) {
    case 'window':
      return setWindow(em, change, by, change.version);
    case 'cancel':
      return cancelWindow(em, by, change.version);
    case 'message':
      return setMaintenanceMessage(em, change.maintenanceMessage, by, change.version);
    default:
      return setMaintenanceMode(em, change.intent === 'enable', by);
  }
}

const problems: Record<WindowProblem, Record<string, string[]>> = {
  'ends-first': { endsAt: [ENDS_FIRST] },
  'has-ended': { endsAt: ['This time is over'] },
  'is-on': { startsAt: ['Maintenance is on already: leave the start empty, or switch it off first'] },
  empty: { startsAt: ['Please give a start, an end or both'] },
};

export const clientAction = withFailureNotice(notSaved);
export const meta = adminMeta('Maintenance | Admin');

/** The panel at its own address, for the strip on public pages and for failed saves. */
export default function MaintenancePanelPage() {
  const data = useLoaderData<typeof loader>();
  const answer = useActionData<MaintenanceAnswer>();
  const intent = answer?.result?.initialValue?.intent;
  const isInForm = intent === 'message' || intent === 'window';
  return (
    <div className="grid max-w-3xl gap-6">
      <h1 className="text-2xl">Maintenance</h1>
      <FlashBanner notice={isInForm ? null : answer?.notice} />
      <MaintenancePanel {...data} answer={isInForm ? answer : undefined} isPage />
    </div>
  );
}
