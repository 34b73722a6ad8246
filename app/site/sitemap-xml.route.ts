import type { LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { listLastChanges } from '#app/content/last-changes.server.ts';
import { listPublicProjects } from '#app/content/projects/public-projects.server.ts';
import { log } from '#app/http/log.server.ts';
import { paths, publicPages } from '../paths.ts';

/** sitemaps.org protocol. Without the database it lacks the times. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { app, requestId } = context;
  const changes = await listLastChanges(entityManager(context)).catch((error: unknown) => {
    log.warn({ requestId, err: error }, 'last changes could not be read');
    return new Map<string, string>();
  });
  const pages = [...publicPages, ...listPublicProjects(app).map(({ slug }) => paths.project(slug))];
  const urls = pages.map((page) => {
    const at = changes.get(page);
    return `  <url><loc>${new URL(page, app.env.appUrl).href}</loc>${at ? `<lastmod>${at}</lastmod>` : ''}</url>\n`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
  return new Response(body, {
    // Asked for each time: a project that has ended is not listed.
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
