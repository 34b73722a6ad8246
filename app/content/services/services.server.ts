import { findApp, type App } from '#db/app.ts';
import { Service } from '#db/entities/content.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import { lockTable } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { showing, type Saved } from '#db/save-unless-changed.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { submissionKey } from '../../forms/submission-key.server.ts';
import { versioned, saveVersioned, recordRevision } from '../versions/versioned.server.ts';
import { paths } from '../../paths.ts';
import { localDay } from '../../time/dates.ts';
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

export const publicServices = (app: App): PublicService[] => services.get(app);

export const versionedServices = versioned<Service>({
  noun: 'services',
  label: 'Services',
  role: 'editor',
  entity: Service,
  table: 'services',
  fields: { title: 'Title', content: 'Description', icon: 'Icon' },
  called: ({ title }) => `the service “${title}”`,
  showChange: services.showChange,
  list: () => paths.admin.services,
  edit: paths.admin.editService,
  deletion: { from: 'Services', more: 'content' },
});

const managed = ({ id, title, content, icon, version, createdAt }: Service): ManagedService => {
  return { id, title, content, icon: icon ?? null, version, created: localDay(createdAt) };
};

export async function listServices(em: EntityManager): Promise<ManagedService[]> {
  const rows = await em.find(Service, {}, { disableIdentityMap: true, orderBy: { displayOrder: 'asc', id: 'asc' } });
  return rows.map(managed);
}

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
    await lockTable(tx, 'services'); // no two get the same place
    // SQL: the same form sent twice is one service.
    const [added] = await tx.execute<{ id: number }[]>(
      `insert into services (title, content, icon, submission_key, display_order)
       select ?, ?, ?, ?, coalesce(max(display_order), 0) + 1 from services on conflict (submission_key) do nothing
       returning id`,
      [title, content, icon, submissionKey(formId, fields)],
    );
    if (!added) return;
    const row = await tx.findOneOrFail(Service, { id: added.id });
    await recordRevision(tx, versionedServices, row, by, { act: 'added' });
  });
  await services.showChange(findApp(em));
}

/** Saves a service unless somebody else has changed it since. @param version the state that the change was made on */
export async function updateService(
  em: EntityManager,
  id: number,
  { version, ...fields }: ServiceFields & { version: number },
  by: Actor,
): Promise<Saved<ManagedService>> {
  return showing(await saveVersioned(em, versionedServices, { id }, version, fields, by), managed);
}
