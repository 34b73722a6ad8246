import { Readable } from 'node:stream';
import type { AppLoadContext } from '@remix-run/node';
import { contentDisposition, plainAnswer } from '../../http/files/file-headers.ts';
import { log } from '../../http/log.server.ts';

/** Browsers save the file, and neither show nor run it on this site. @returns 503 while the store cannot give it */
export async function download(
  context: AppLoadContext,
  { key, name, type, size }: { key: string; name: string; type: string; size: number },
): Promise<Response> {
  const headers = {
    'Content-Type': type,
    'Content-Length': String(size),
    'Content-Disposition': contentDisposition(name, 'attachment'),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
  try {
    const opened = await context.app.store.get(key);
    if (opened?.size === size) return new Response(Readable.toWeb(opened.stream) as ReadableStream, { headers });
    opened?.stream.destroy();
    log.error({ requestId: context.requestId, key }, 'the store does not have the file of an enquiry');
  } catch (error) {
    log.error({ requestId: context.requestId, key, err: error }, 'file of an enquiry not opened');
  }
  return plainAnswer(503, 'This file cannot be opened at the moment. Please try again in a minute.', {
    'Retry-After': '10',
  });
}
