import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { emptySchema } from '../../accounts/staff.schema.ts';
import { readSettings } from '#db/settings.ts';
import { parseForm, readOrNull, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths } from '../../paths.ts';
import { findBackupPlace } from '../../storage/backup-place.server.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { useLookAgain } from '../use-look-again.ts';
import { isBackupName } from './backup-names.ts';
import { wantBackup } from './backup-queue.server.ts';
import { readBackupState } from './backup-state.server.ts';

const FAILED = 'Failed to ask for a backup';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const em = entityManager(context);
  const place = findBackupPlace(context.app);
  const [{ backupAt }, state, found] = await Promise.all([
    readSettings(em),
    readBackupState(em),
    readOrNull(context, place.list()),
  ]);
  const kept = found?.filter(({ name }) => isBackupName(name)).sort((a, b) => (a.name < b.name ? 1 : -1));
  return { backupAt, state, kept: kept ?? null, place: place.called };
}

export const action = withFailureReply(FAILED, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, emptySchema);
  if (!form.ok) return form.reply;
  if (!(await wantBackup(entityManager(context), by))) return form.notDone('A backup is under way already', 409);
  return redirectWithToast(context, paths.admin.backups, 'A backup is made within a minute');
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta('Backups | Admin');

export default function BackupsPage() {
  const { backupAt, state, kept, place } = useLoaderData<typeof loader>();
  const isBusy = useNavigation().state === 'submitting';
  useLookAgain(state.isUnderWay);
  return (
    <div className="grid max-w-2xl gap-6">
      <div>
        <h1 className="text-2xl">Backups</h1>
        <p className="mt-2">
          <TextLink to={paths.admin.settings}>
            {backupAt ? `Daily at ${backupAt}: change it in Settings` : 'Not made daily: choose a time in Settings'}
          </TextLink>
        </p>
      </div>
      <FlashBanner notice={useActionData<FormAnswer>()?.notice} />
      <Card id="state" title={state.last ? `Last backup: ${state.last}` : 'No backup yet'} className="grid gap-4">
        {state.problem ? <p className="text-danger font-medium wrap-anywhere">{state.problem}</p> : null}
        {state.isUnderWay ? <p>A backup is under way.</p> : null}
        <Form method="post">
          <Button type="submit" isBusy={isBusy}>
            Back up now
          </Button>
        </Form>
      </Card>
      <Card
        id="kept"
        title="Kept"
        text={
          <>
            In {place}: all of the last day, and the newest of each of the last 7 days and 4 weeks. To bring one back,
            stop the site and run{' '}
            <code>
              npm run restore -- NAME <span className="whitespace-nowrap">--overwrite</span>
            </code>
            .
          </>
        }
      >
        {kept ? (
          <ul className="divide-border mt-2 divide-y">
            {kept.map(({ name, size }) => (
              <li key={name} className="flex flex-wrap justify-between gap-x-4 py-1.5">
                <code className="wrap-anywhere">{name}</code>
                <span className="text-muted text-sm">{sizeText(size)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="mt-2">They could not be listed.</p>
        )}
      </Card>
    </div>
  );
}
