import type { AppLoadContext } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { parseForm, redirectWithToast } from '../../forms/action.server.ts';
import { moveSchema } from '../../forms/sortable/order.ts';
import { successToast } from '../../forms/toasts/toast.ts';
import { describeMove } from './history.ts';
import { moveVersioned } from './move.server.ts';
import type { Versioned, VersionedRow } from './versioned.server.ts';

/** The answer to the form that moves one item of a list to another place. The caller has asked who it is. */
export async function takeMove<Row extends VersionedRow>(
  context: AppLoadContext,
  request: Request,
  resource: Versioned<Row>,
  by: Actor,
) {
  const { saved, failed } = describeMove(resource.noun);
  const form = await parseForm(context, request, moveSchema);
  if (!form.ok) return form.notDone(failed, 400);
  const moved = await moveVersioned(entityManager(context), resource, form.value, by);
  if (moved.outcome === 'gone') return form.notDone(failed, 404);
  if (moved.outcome === 'outdated') return form.notDone(failed, 409);
  const done = { title: saved, undo: moved.revision };
  return form.value.stay ? { notice: successToast(done) } : redirectWithToast(context, resource.list(), done);
}
