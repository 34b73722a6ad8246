import { Readable } from 'node:stream';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { log } from '../../http/log.server.ts';
import { fileName } from './document-key.ts';
import { findKnownDocument, isInTrash } from './documents.server.ts';
import { contentDisposition, etagMatches, parseRange, plainAnswer as plain } from '../../http/files/file-headers.ts';

const WITHDRAWN = 'This document has been withdrawn and is no longer available.';

/**
 * The public address of a document's file, with ETag and ranges (RFC 9110). Not covered by maintenance.
 * Its own closed policy has no `sandbox`, with which WebKit shows an empty page.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const path = params['*'] ? '' : (params.filePath ?? ''); // no file lies in a folder
  const document = findKnownDocument(context.app, path);
  if (!document) return isInTrash(context.app, path) ? plain(410, WITHDRAWN) : plain(404, '404 Page Not Found');
  const { filePath, fileKey, sizeBytes, sha256 } = document;
  const etag = `"${sha256}"`;
  const headers = new Headers({
    'Content-Type': 'application/pdf',
    'Content-Disposition': contentDisposition(fileName(filePath)),
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  if (etagMatches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });

  // Only GET has ranges. An If-Range with another ETag, or with a date, asks for the whole document.
  const ifRange = request.headers.get('if-range');
  const wantsPart = request.method === 'GET' && (ifRange === null || ifRange.trim() === etag);
  const range = wantsPart ? parseRange(request.headers.get('range'), sizeBytes) : 'whole';
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${sizeBytes}`);
    return new Response(null, { status: 416, headers });
  }
  const part = range === 'whole' ? { start: 0, end: sizeBytes - 1 } : range;
  headers.set('Content-Length', String(part.end - part.start + 1));
  if (range !== 'whole') headers.set('Content-Range', `bytes ${part.start}-${part.end}/${sizeBytes}`);
  const status = range === 'whole' ? 200 : 206;

  try {
    const opened = await context.app.store.get(fileKey, range === 'whole' ? undefined : range);
    if (!opened) return plain(404, '404 Page Not Found');
    if (opened.size !== sizeBytes) {
      opened.stream.destroy();
      throw new RangeError('the file is not the one that was uploaded');
    }
    opened.stream.on('error', (error: NodeJS.ErrnoException) => {
      if (/^(?:ERR_STREAM_PREMATURE_CLOSE|ABORT_ERR)$/.test(error.code ?? '')) return; // the reader has gone, or asked for no body
      log.error({ requestId: context.requestId, documentId: document.id, err: error }, 'file broke off');
    });
    return new Response(Readable.toWeb(opened.stream) as ReadableStream, { status, headers });
  } catch (error) {
    log.error({ requestId: context.requestId, documentId: document.id, err: error }, 'Error getting PDF URL:');
    return plain(503, 'This document cannot be opened at the moment. Please try again in a minute.', {
      'Retry-After': '10',
    });
  }
}
