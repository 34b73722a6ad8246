import { Service } from '#db/entities/content.ts';
import { known } from '#db/known.ts';
import type { EntityManager } from '#db/orm.ts';
import { submissionKey } from '../http/submission-key.server.ts';
import { localDay } from '../ui/dates.ts';
import { moved, type Move } from './service-order.ts';
import type { ManagedService, PublicService, ServiceFields } from './service.schema.ts';

const services = known<PublicService[]>(
  'services',
  [],
  async (em) => {
    const rows = await em.find(Service, {}, { orderBy: { displayOrder: 'asc', id: 'asc' } });
    return rows.map(({ id, title, content, icon }) => ({ id, title, content, icon: icon ?? null }));
  },
  'Error fetching services:',
);

/** The services in their order, as this process knows them. */
export const knownServices = (): PublicService[] => services.get();

// The change is stored by now: should this read fail, the change notice brings it a moment later.
const showChange = () => services.refresh().catch(() => {});

/** Keeps other writers out until the end of the transaction, so that no two services get the same place. */
const LOCK = 'lock table services in share row exclusive mode';

const managed = ({ id, title, content, icon, version, createdAt }: Service): ManagedService => {
  return { id, title, content, icon: icon ?? null, version, created: localDay(createdAt) };
};

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
): Promise<void> {
  const { title, content, icon } = fields;
  await em.transactional(async (tx) => {
    await tx.execute(LOCK);
    await tx.execute(
      `insert into services (title, content, icon, submission_key, display_order)
       select ?, ?, ?, ?, coalesce(max(display_order), 0) + 1 from services on conflict (submission_key) do nothing`,
      [title, content, icon, submissionKey(formId, fields)],
    );
  });
  await showChange();
}

/**
 * Saves a service unless somebody else has changed it since.
 * @param version the state that the change was made on
 * @returns 'saved' (also if it already reads like this), 'gone', or what is stored instead
 */
export async function updateService(
  em: EntityManager,
  id: number,
  version: number,
  { title, content, icon }: ServiceFields,
): Promise<'saved' | 'gone' | ManagedService> {
  const saved = await em.execute<unknown[]>(
    'update services set title = ?, content = ?, icon = ?, version = version + 1 where id = ? and version = ? returning id',
    [title, content, icon, id, version],
  );
  if (saved.length) {
    await showChange();
    return 'saved';
  }
  const stored = await findService(em, id);
  if (!stored) return 'gone';
  return stored.title === title && stored.content === content && stored.icon === icon ? 'saved' : stored;
}

/**
 * Deletes a service unless somebody has changed it since.
 * @param version the state that was shown; null deletes any
 * @returns 'deleted', 'gone', or what is stored instead
 */
export async function deleteService(
  em: EntityManager,
  id: number,
  version: number | null,
): Promise<'deleted' | 'gone' | ManagedService> {
  const deleted = await em.execute<unknown[]>(
    'delete from services where id = ? and version = coalesce(?::int, version) returning id',
    [id, version],
  );
  if (!deleted.length) return (await findService(em, id)) ?? 'gone';
  await showChange();
  return 'deleted';
}

/** Moves a service and numbers all of them 1 to n, together. @returns false if a service it names is gone */
export async function moveService(em: EntityManager, move: Move): Promise<boolean> {
  const isMoved = await em.transactional(async (tx) => {
    await tx.execute(LOCK);
    const rows = await tx.execute<{ id: number }[]>('select id from services order by display_order, id');
    const order = moved(rows, move);
    if (!order) return false;
    await tx.execute(
      `update services set display_order = place from jsonb_array_elements_text(?::jsonb) with ordinality o(id, place)
       where services.id = o.id::int and display_order <> place`,
      [JSON.stringify(order.map(({ id }) => id))],
    );
    return true;
  });
  if (isMoved) await showChange();
  return isMoved;
}
