import type { LoaderFunctionArgs } from '@remix-run/node';
import { plainAnswer } from '../http/files/file-headers.ts';

export function loader({ context }: LoaderFunctionArgs) {
  const lines = ['User-agent: *', 'Disallow: /admin', '', `Sitemap: ${context.app.env.appUrl}/sitemap.xml`];
  return plainAnswer(200, lines.join('\n'), { 'Cache-Control': 'public, max-age=3600' });
}
