import type { LoaderFunctionArgs } from '@remix-run/node';
import { findApp, perApp, type App } from '#db/app.ts';
import { snapshotVersion } from '#db/cached-snapshot.ts';
import { databaseNow } from '#db/database-clock.ts';
import { PageContent } from '#db/entities/content.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { isFoundText } from '#app/content/texts/found.ts';
import { findPublicPage } from '#app/content/texts/text-sections.server.ts';
import { timeIn } from '#app/time/typed-time.ts';
import { listPublicProjects } from '#app/content/projects/public-projects.server.ts';
import { log } from '#app/http/log.server.ts';
import { paths, publicPages } from '../paths.ts';

/** sitemaps.org protocol. If the database fails, changes are as it last told them. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, requestId } = context;
  await readLastChanges(entityManager(context)).catch((error: unknown) => {
    log.warn({ requestId, err: error }, 'last changes could not be read');
  });
  const changes = listLastChanges(app);
  const pages = [...publicPages, ...listPublicProjects(app).map(({ slug }) => paths.project(slug))];
  const urls = pages.map((page) => {
    const at = changes.get(page);
    return `  <url><loc>${new URL(page, app.env.appUrl).href}</loc>${at ? `<lastmod>${new Date(at).toISOString()}</lastmod>` : ''}</url>\n`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
  return new Response(body, {
    // Revalidated each time: a project that has ended is not listed.
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}

interface Item {
  noun: 'services' | 'documents' | 'projects';
  slug: string | null;
  from: string;
  until: string;
  ms: number | null; // since the epoch; null without a change
}
type Change = readonly [path: string, ms: number];

/** The footer belongs to no single page, but these of its texts are in the middle of some. */
const besidesFooter: Readonly<Record<string, readonly string[]>> = {
  phone_1: [paths.home, paths.contact, paths.contactForm, paths.privacyTerms, paths.accessibility],
  phone_2: [paths.contact],
  email: [paths.home, paths.contact, paths.privacyTerms, paths.accessibility],
  whatsapp: [paths.home, paths.contact],
};

const listPages = ({ pageName, sectionKey }: PageContent): readonly string[] =>
  pageName === 'footer' && !isFoundText(sectionKey)
    ? (besidesFooter[sectionKey] ?? [])
    : [findPublicPage(pageName, sectionKey)];

const findLastChanges = perApp('last changes', () => ({ version: -1, texts: [] as Change[], items: [] as Item[] }));

/** Without a change since the last reading it makes no query. */
async function readLastChanges(em: EntityManager): Promise<void> {
  const last = findLastChanges(findApp(em));
  const version = snapshotVersion(findApp(em));
  if (last.version === version) return;
  const texts = (await em.find(PageContent, {}, { disableIdentityMap: true })).flatMap((text) =>
    listPages(text).map((page): Change => [page, text.updatedAt.getTime()]),
  );
  // SQL: a deleted item leaves its revisions; one from before there were any has its own day. A draft changes no page,
  // but its order may.
  const items = await em.execute<Item[]>(
    `with changed as (select noun, item_id, max(at) as at from revisions group by noun, item_id)
     select 'services' as noun, null as slug, '' as "from", '' as until, extract(epoch from max(at)) * 1000 as ms
     from (select created_at as at from services union all select at from changed where noun = 'services') as s
     union all select 'documents', null, '', '', extract(epoch from max(at)) * 1000
     from (select created_at as at from pdf_documents union all select at from changed where noun = 'documents') as d
     union all select 'projects', null, '', '', extract(epoch from max(r.at)) * 1000
     from revisions r left join revisions b on b.id = r.parent_id
     where r.noun = 'projects' and (r.item_id is null or 'published' in (r.state ->> 'status', b.state ->> 'status'))
     union all select 'documents', null, '', to_char(valid_until + 1, 'YYYY-MM-DD"T00:00"'), 0
     from pdf_documents where valid_until is not null
     union all select 'projects', slug, publish_from, publish_until, extract(epoch from coalesce(c.at, created_at)) * 1000
     from projects p left join changed c on c.noun = 'projects' and c.item_id = p.id where status = 'published'`,
  );
  Object.assign(last, { version, texts, items });
}

/** When each public page last changed for visitors: milliseconds since the epoch, by its path. */
function listLastChanges(app: App): Map<string, number> {
  const changes = new Map<string, number>();
  const note = (path: string, at: number) => changes.set(path, Math.max(changes.get(path) ?? 0, at));
  const { texts, items } = findLastChanges(app);
  for (const [path, at] of texts) note(path, at);
  const now = databaseNow(app);
  for (const { noun, slug, from, until, ms } of items.filter((item) => item.ms !== null)) {
    const moments = [from, until].map((time) => timeIn(time) ?? 0);
    const at = Math.max(Number(ms), ...moments.filter((moment) => moment <= now));
    if (slug) note(paths.project(slug), at);
    note({ services: paths.services, documents: paths.about, projects: paths.portfolio }[noun], at);
  }
  return changes;
}
