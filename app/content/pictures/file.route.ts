import { Readable } from 'node:stream';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { plainAnswer as plain } from '../../http/files/file-headers.ts';
import { log } from '../../http/log.server.ts';
import { findFormat, pictureTypes } from './picture.ts';

/** Its name changes with its content, so browsers keep it for as long as they keep anything. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const file = params.file ?? '';
  const format = findFormat(file);
  if (!format) return plain(404, '404 Page Not Found');
  try {
    const opened = await context.app.store.get(file);
    if (!opened) return plain(404, '404 Page Not Found');
    return new Response(Readable.toWeb(opened.stream) as ReadableStream, {
      headers: {
        'Content-Type': pictureTypes[format],
        'Content-Length': String(opened.size),
        'Content-Disposition': 'inline',
        'Cache-Control': 'public, max-age=31536000, immutable',
      },
    });
  } catch (error) {
    log.error({ requestId: context.requestId, err: error }, 'picture could not be read');
    return plain(503, 'This picture cannot be shown at the moment.', { 'Retry-After': '10' });
  }
}
