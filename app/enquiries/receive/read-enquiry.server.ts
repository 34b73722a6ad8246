import { data, type AppLoadContext } from '@remix-run/node';
import { FILES_MS } from '../files/enquiry-files.ts';
import { fileLimits } from '../files/enquiry-files.server.ts';
import { isPlainForm, readForm, requireOwnOrigin } from '../../forms/form.server.ts';
import { MultipartError, receiveForm, type ReceivedForm } from '../../http/files/multipart.server.ts';

/**
 * Reads a form with files or without. The caller calls `discard` in the end.
 * @throws 403, 413 and 400 as `readForm`
 */
export async function readEnquiry(context: AppLoadContext, request: Request): Promise<ReceivedForm> {
  if (isPlainForm(request.headers.get('content-type') ?? ''))
    return { form: await readForm(context, request), files: [], discard: async () => {} };
  requireOwnOrigin(context, request);
  context.beginUpload?.(FILES_MS);
  try {
    return await receiveForm(request, fileLimits(context.app));
  } catch (error) {
    if (error instanceof MultipartError) throw data(null, { status: error.status });
    throw error;
  }
}
