import type { LoaderFunctionArgs } from '@remix-run/node';
import { publicPages } from '../paths.ts';

/** sitemaps.org protocol. */
export function loader({ context }: LoaderFunctionArgs) {
  const urls = publicPages
    .map((page) => `  <url><loc>${new URL(page, context.app.env.appUrl).href}</loc></url>`)
    .join('\n');
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`;
  return new Response(body, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
