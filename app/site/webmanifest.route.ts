import type { LoaderFunctionArgs } from '@remix-run/node';
import { companyDetails } from '../content/texts/page-content.server.ts';
import { paths } from '../paths.ts';
import { palette } from '../schemas/colours.ts';

export function loader({ context }: LoaderFunctionArgs) {
  const { name } = companyDetails(context.app);
  const manifest = {
    name,
    short_name: 'Safety Rigging',
    start_url: paths.home,
    display: 'browser',
    background_color: palette.white,
    theme_color: palette.navy900,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  });
}
