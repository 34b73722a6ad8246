import type { AppLoadContext } from '@remix-run/node';
import { receive, requireOwnOrigin } from '../../forms/form.server.ts';
import type { ReceivedForm } from '../../http/files/multipart.server.ts';
import { FILES_BYTES, FILES_MS } from './enquiry-files.ts';
import { fileLimits } from './enquiry-files.server.ts';

/** The caller calls `discard` in the end. @param maxBytes of all files together @throws as `receive` */
export async function readFormWithFiles(
  context: AppLoadContext,
  request: Request,
  maxBytes = FILES_BYTES,
): Promise<ReceivedForm> {
  requireOwnOrigin(context, request);
  context.beginUpload?.(FILES_MS);
  return receive(context, request, fileLimits(maxBytes));
}
