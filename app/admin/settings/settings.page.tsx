import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ArchiveBoxIcon, ClipboardDocumentCheckIcon, EnvelopeIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { readSettings, type Settings } from '#db/settings.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { useFormKey } from '../../forms/use-answer.ts';
import { paths } from '../../paths.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { RouteButton } from '../../ui/button.tsx';
import { SettingsForm } from './settings-form.tsx';
import { deletionText, SAVE_FAILED, settingsSchema } from './settings.schema.ts';
import { updateAnswerSpeed } from '../../enquiries/answer-speed.server.ts';
import { saveSettings } from './settings.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  return { settings: await readSettings(entityManager(context)) };
}

export const action = withFailureReply(SAVE_FAILED, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, settingsSchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  const saved = await saveSettings(em, form.value, by);
  if (saved.outcome === 'outdated') return form.conflict(saved.stored);
  if (saved.outcome === 'unconfirmed')
    return form.invalid({ deletes: [deletionText(saved.count, form.value.retentionMonths)] }, 409);
  await updateAnswerSpeed(em); // whoever saved it sees the change at once
  return redirectWithToast(context, paths.admin.settings, 'Settings saved');
});

export const clientAction = withFailureNotice(SAVE_FAILED);
export const meta = adminMeta('Settings | Admin');

export default function SettingsPage() {
  const { settings } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<Settings>>();
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Settings</h1>
        <div className="flex flex-wrap gap-2">
          <RouteButton to={paths.admin.mailSettings}>
            <EnvelopeIcon aria-hidden className="size-5" />
            Mail
          </RouteButton>
          <RouteButton to={paths.admin.backups}>
            <ArchiveBoxIcon aria-hidden className="size-5" />
            Backups
          </RouteButton>
          <RouteButton to={paths.admin.setUp}>
            <ClipboardDocumentCheckIcon aria-hidden className="size-5" />
            Set-up
          </RouteButton>
        </div>
      </div>
      <SettingsForm key={useFormKey(settings.version, answer)} settings={settings} answer={answer} />
    </div>
  );
}
