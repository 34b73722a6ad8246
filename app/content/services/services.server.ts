import type { App } from '#db/app.ts';
import { Service } from '#db/entities/content.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import type { EntityManager } from '#db/orm.ts';
import { inOrder, versioned } from '../versions/versioned.server.ts';
import { paths } from '../../paths.ts';
import { localDay } from '../../time/dates.ts';

export type ManagedService = ReturnType<typeof managed>;
export type PublicService = Pick<ManagedService, 'id' | 'title' | 'content' | 'icon'>;

const readAll = async (em: EntityManager) =>
  (await em.find(Service, {}, inOrder)).map(({ id, title, content, icon = null }) => ({ id, title, content, icon }));
const services = cachedSnapshot<PublicService[]>('services', [], readAll, 'Error fetching services:');

export const publicServices = (app: App): PublicService[] => services.get(app);

export const versionedServices = versioned<Service>({
  noun: 'services',
  label: 'Services',
  entity: Service,
  table: 'services',
  fields: { title: 'Title', content: 'Description', icon: 'Icon' },
  called: ({ title }) => `the service “${title}”`,
  showChange: services.showChange,
  list: () => paths.admin.services,
  edit: paths.admin.editService,
  deletion: { from: 'Services', more: 'content' },
});

export const managed = ({ id, title, content, icon = null, version, createdAt }: Service) => {
  return { id, title, content, icon, version, created: localDay(createdAt) };
};

export const listServices = async (em: EntityManager) => (await em.find(Service, {}, inOrder)).map(managed);

export async function findService(em: EntityManager, id: number): Promise<ManagedService | null> {
  const row = await em.findOne(Service, { id }, { disableIdentityMap: true });
  return row && managed(row);
}

const listWords = (title: string) => new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** The public service with which a title shares most words, at least half of all. */
export function findByTitle(app: App, title: string): PublicService | undefined {
  const wanted = listWords(title);
  const likeness = (service: PublicService) => {
    const own = listWords(service.title);
    return wanted.intersection(own).size / wanted.union(own).size;
  };
  return publicServices(app)
    .filter((service) => likeness(service) >= 0.5)
    .sort((a, b) => likeness(b) - likeness(a))[0];
}
