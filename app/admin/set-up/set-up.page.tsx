import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { ownPath } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { readBackupState } from '../backups/backup-state.server.ts';
import { SetUpList } from './set-up-list.tsx';
import { setUpSchema, stepNames } from './set-up.schema.ts';
import { markStep, readSetUp } from './set-up.server.ts';

const FAILED = 'Failed to change the list';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email } = await requireRole(context, request, 'admin');
  const em = entityManager(context);
  return { setUp: await readSetUp(em, email, readBackupState(em)), isSecure: context.app.env.isSecure };
}

export const action = withFailureReply(FAILED, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, setUpSchema);
  if (!form.ok) return form.reply;
  const { intent, step } = form.value;
  await markStep(entityManager(context), form.value, by);
  const back = ownPath(request.headers.get('referer'), context.app.env.appUrl, paths.admin.setUp);
  if (intent === 'show-again') return redirectWithToast(context, back, `On the list again: ${stepNames[step]}`);
  const description = 'To have it back, go to Settings, Set-up.';
  return redirectWithToast(context, back, { title: `Not for us: ${stepNames[step]}`, description });
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta('Set-up | Admin');

export default function SetUpPage() {
  const { setUp, isSecure } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-2xl">Set-up</h1>
      <FlashBanner notice={useActionData<FormAnswer>()?.notice} />
      <Card
        id="missing"
        title={setUp.missing.length ? 'Still to set up' : 'All is set up'}
        text="Each line goes by itself once it is done, and comes back if that changes."
      >
        <SetUpList {...setUp} />
      </Card>
      {isSecure ? null : (
        <Card
          id="https"
          title="How to have https"
          text="Put Caddy in front of the site: it gets the certificate by itself, and the README has its file to copy. Write APP_URL=https://www.example.com, with your own name, and TRUST_PROXY=1 into the file .env and start the site again."
        />
      )}
    </div>
  );
}
