import { Service } from '#db/entities/content.ts';
import { known } from '#db/known.ts';
import type { PublicService } from './service.schema.ts';

const services = known<PublicService[]>('services', [], async (em) => {
  const rows = await em.find(Service, {}, { orderBy: { displayOrder: 'asc', id: 'asc' } });
  return rows.map(({ id, title, content, icon }) => ({ id, title, content, icon: icon ?? null }));
});

/** The services in their order, as this process knows them. */
export const knownServices = (): PublicService[] => services.get();
