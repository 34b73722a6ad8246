import { env } from '../env.server.ts';

export function loader() {
  const lines = ['User-agent: *', 'Disallow: /admin', '', `Sitemap: ${env().appUrl}/sitemap.xml`, ''];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
