import { createReadableStreamFromReadable, type LoaderFunctionArgs } from '@remix-run/node';
import { env } from '../env.server.ts';
import { notFound } from '../http/replies.server.ts';
import { documentStore } from '../storage/store.server.ts';
import { findKnownDocument } from './documents.server.ts';

/**
 * The public address of a document's file, with ETag and ranges (RFC 9110). Not covered by maintenance.
 * Its own sandboxing policy keeps anything inside the PDF from running as this site.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const document = findKnownDocument(params.filePath ?? '');
  if (!document) throw notFound();
  const etag = `"${document.sha256}"`;
  const headers = new Headers({
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${document.filePath.replace(/^\d+-/, '')}"`,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'Cache-Control': 'public, max-age=0, must-revalidate',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  if (matches(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });

  const ifRange = request.headers.get('if-range');
  const range = ifRange && ifRange !== etag ? 'whole' : parseRange(request.headers.get('range'), document.sizeBytes);
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${document.sizeBytes}`);
    return new Response(null, { status: 416, headers });
  }
  const opened = await documentStore(env()).get(document.filePath, range === 'whole' ? undefined : range);
  if (!opened) throw notFound();
  headers.set('Content-Length', String(opened.end - opened.start + 1));
  if (range !== 'whole') headers.set('Content-Range', `bytes ${opened.start}-${opened.end}/${opened.size}`);
  if (request.method === 'HEAD') opened.stream.destroy();
  const body = request.method === 'HEAD' ? null : createReadableStreamFromReadable(opened.stream);
  return new Response(body, { status: range === 'whole' ? 200 : 206, headers });
}

const matches = (header: string | null, etag: string) =>
  header !== null && header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/** One range, as every viewer asks for; several at once may be answered whole. */
function parseRange(header: string | null, size: number): { start: number; end: number } | 'whole' | 'unsatisfiable' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!found || (!found[1] && !found[2])) return 'whole';
  const start = found[1] ? Number(found[1]) : Math.max(0, size - Number(found[2]));
  const end = found[1] && found[2] ? Math.min(Number(found[2]), size - 1) : size - 1;
  if (start >= size || (found[1] === '' && Number(found[2]) === 0)) return 'unsatisfiable';
  return end < start ? 'whole' : { start, end };
}
