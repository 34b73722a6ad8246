import type { LoaderFunctionArgs } from '@remix-run/node';
import { companyDetails } from '../content/texts/page-content.server.ts';
import { plainAnswer } from '../http/files/file-headers.ts';
import { mailHref } from '../ui/contact-links.ts';

const MONTHS_AHEAD = 6;

/** RFC 9116. */
export function loader({ context }: LoaderFunctionArgs) {
  const { env, clock } = context.app;
  const now = new Date(clock.now());
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD)); // the same for a whole month
  const lines = [
    `Contact: ${mailHref(companyDetails(context.app).email)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${env.appUrl}/.well-known/security.txt`,
  ];
  return plainAnswer(200, lines.join('\n'), { 'Cache-Control': 'public, max-age=3600' });
}
