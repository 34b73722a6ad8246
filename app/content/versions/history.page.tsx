import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { parseForm, readOrExplain, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { z } from '../../schemas/zod.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { requireRole } from '../../accounts/guards.server.ts';
import { HistoryEntries } from './history-entries.tsx';
import { readResource } from './versioned.server.ts';
import { readHistory } from './revisions.server.ts';
import { restore } from './trash.server.ts';

const RESTORE_FAILED = 'Failed to restore';

function readPlace(request: Request, id: string | undefined) {
  const { searchParams } = new URL(request.url);
  const before = searchParams.get('before');
  return {
    resource: readResource(request),
    id: readId(id ?? searchParams.get('text') ?? ''),
    before: before === null ? null : readId(before),
  };
}

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const { resource, id, before } = readPlace(request, params.id);
  const read = await readOrExplain(context, 'Failed to fetch the history', async () => ({
    history: await readHistory(entityManager(context), resource, id, before),
  }));
  if (read.history === null) throw notFound();
  return read;
}

const restoreSchema = z.object({
  revision: z.int32().check(z.positive()),
  version: z.catch(z.nullable(z.int32()), null),
});

export const action = withFailureReply(RESTORE_FAILED, async ({ request, context, params }) => {
  const { by } = await requireRole(context, request, 'editor');
  const { resource, id } = readPlace(request, params.id);
  const form = await parseForm(context, request, restoreSchema);
  if (!form.ok) return form.notDone(RESTORE_FAILED, 400);
  const { revision, version } = form.value;
  const saved = await restore(entityManager(context), resource, id, revision, version, by);
  if (saved.outcome === 'gone') throw form.gone();
  if (saved.outcome === 'outdated') return form.conflict(null);
  return redirectWithToast(context, resource.list(saved.stored), { title: 'Restored', undo: saved.revision });
});

export const clientAction = withFailureNotice(RESTORE_FAILED);
export const meta = adminMeta('History');

export default function HistoryPage() {
  const { history, notice } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-4xl gap-6">
      <div>
        <h1 className="text-2xl">History</h1>
        {history ? <p className="text-muted mt-1 wrap-anywhere first-letter:uppercase">{history.name}</p> : null}
      </div>
      <FlashBanner notice={useActionData<FormAnswer<null>>()?.notice ?? notice} />
      {history ? <HistoryEntries history={history} /> : null}
    </div>
  );
}
