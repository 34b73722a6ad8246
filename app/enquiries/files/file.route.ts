import { Readable } from 'node:stream';
import type { LoaderFunctionArgs } from '@remix-run/node';
import type { FileKind } from '#db/entities/enquiry-file.ts';
import { entityManager } from '#db/orm.ts';
import { contentDisposition } from '../../http/files/file-headers.ts';
import { log } from '../../http/log.server.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { fileKey, findEnquiryFile } from './enquiry-files.server.ts';

const types: Record<FileKind, string> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
};

/** Downloads a file of an enquiry. Nothing of it is shown or run on this site. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const file = await findEnquiryFile(entityManager(context), readId(params.id), params.fileId ?? '');
  if (!file) throw notFound();
  const headers = {
    'Content-Type': types[file.kind],
    'Content-Length': String(file.sizeBytes),
    'Content-Disposition': contentDisposition(file.name, 'attachment'),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
  try {
    const opened = await context.app.store.get(fileKey(file.id));
    if (opened?.size === file.sizeBytes)
      return new Response(Readable.toWeb(opened.stream) as ReadableStream, { headers });
    opened?.stream.destroy();
    log.error({ requestId: context.requestId, messageId: params.id }, 'the store does not have the file of an enquiry');
  } catch (error) {
    log.error({ requestId: context.requestId, messageId: params.id, err: error }, 'file of an enquiry not opened');
  }
  return new Response('This file cannot be opened at the moment. Please try again in a minute.\n', {
    status: 503,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '10' },
  });
}
