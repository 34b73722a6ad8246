import { Service } from '#db/entities/content.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import type { EntityManager } from '#db/orm.ts';
import { deleteUnlessChanged, saveUnlessChanged, showing, type Saved } from '#db/save-unless-changed.ts';
import { recordActivity, type Actor } from '../activity/activities.server.ts';
import { submissionKey } from '../forms/submission-key.server.ts';
import { localDay } from '../ui/dates.ts';
import { moved, type Move } from './service-order.ts';
import type { ManagedService, PublicService, ServiceFields } from './service.schema.ts';

const services = cachedSnapshot<PublicService[]>(
  'services',
  [],
  async (em) => {
    const rows = await em.find(Service, {}, { orderBy: { displayOrder: 'asc', id: 'asc' } });
    return rows.map(({ id, title, content, icon }) => ({ id, title, content, icon: icon ?? null }));
  },
  'Error fetching services:',
);

/** The services in their order, as this process knows them. */
export const publicServices = (): PublicService[] => services.get();

/** Keeps other writers out until the end of the transaction, so that no two services get the same place. */
const LOCK = 'lock table services in share row exclusive mode';

const managed = ({ id, title, content, icon, version, createdAt }: Service): ManagedService => {
  return { id, title, content, icon: icon ?? null, version, created: localDay(createdAt) };
};

/** Writes down what was done to a service. */
const telling =
  (by: Actor, done: string) =>
  (em: EntityManager, { id, title }: { id: number; title: string }) =>
    recordActivity(em, 'services', by, `${done} the service “${title}”`, { noun: 'services', id });

/** All services in their order, as they are stored now. */
export async function listServices(em: EntityManager): Promise<ManagedService[]> {
  const rows = await em.find(Service, {}, { disableIdentityMap: true, orderBy: { displayOrder: 'asc', id: 'asc' } });
  return rows.map(managed);
}

/** One service as it is stored now; null if there is none of that id. */
export async function findService(em: EntityManager, id: number): Promise<ManagedService | null> {
  const row = await em.findOne(Service, { id }, { disableIdentityMap: true });
  return row && managed(row);
}

/** Adds a service after the last one, unless the same form (by its `formId`) has added it already. */
export async function addService(
  em: EntityManager,
  { formId, ...fields }: ServiceFields & { formId?: string | undefined },
  by: Actor,
): Promise<void> {
  const { title, content, icon } = fields;
  await em.transactional(async (tx) => {
    await tx.execute(LOCK);
    const [added] = await tx.execute<{ id: number }[]>(
      `insert into services (title, content, icon, submission_key, display_order)
       select ?, ?, ?, ?, coalesce(max(display_order), 0) + 1 from services on conflict (submission_key) do nothing
       returning id`,
      [title, content, icon, submissionKey(formId, fields)],
    );
    if (added) await telling(by, 'Added')(tx as EntityManager, { id: added.id, title });
  });
  await services.showChange();
}

/** Saves a service unless somebody else has changed it since. @param version the state that the change was made on */
export async function updateService(
  em: EntityManager,
  id: number,
  { version, ...fields }: ServiceFields & { version: number },
  by: Actor,
): Promise<Saved<ManagedService>> {
  const saved = await saveUnlessChanged(em, Service, { id }, version, fields, telling(by, 'Changed'));
  if (saved.outcome === 'saved') await services.showChange();
  return showing(saved, managed);
}

/** Deletes a service unless somebody has changed it since. @param version the state that was shown; null deletes any */
export async function deleteService(
  em: EntityManager,
  id: number,
  version: number | null,
  by: Actor,
): Promise<Saved<ManagedService>> {
  const deleted = await deleteUnlessChanged(em, Service, id, version, telling(by, 'Deleted'));
  if (deleted.outcome === 'saved') await services.showChange();
  return showing(deleted, managed);
}

/** Moves a service and numbers all of them 1 to n, together. @returns 'outdated' if the one in front of which it is to go is gone */
export async function moveService(
  em: EntityManager,
  move: Move,
  by: Actor,
): Promise<{ outcome: 'saved' | 'gone' | 'outdated' }> {
  const outcome = await em.transactional(async (tx) => {
    await tx.execute(LOCK);
    const rows = await tx.execute<{ id: number; title: string }[]>(
      'select id, title from services order by display_order, id',
    );
    const order = moved(rows, move);
    if (!order) return rows.some(({ id }) => id === move.id) ? 'outdated' : 'gone';
    await tx.execute(
      `update services set display_order = place from jsonb_array_elements_text(?::jsonb) with ordinality o(id, place)
       where services.id = o.id::int and display_order <> place`,
      [JSON.stringify(order.map(({ id }) => id))],
    );
    if (order.some(({ id }, place) => id !== rows[place]!.id))
      await telling(by, 'Moved')(
        tx as EntityManager,
        rows.find(({ id }) => id === move.id)!,
      );
    return 'saved';
  });
  if (outcome === 'saved') await services.showChange();
  return { outcome };
}
