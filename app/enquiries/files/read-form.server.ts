import { data, type AppLoadContext } from '@remix-run/node';
import { isPlainForm, readForm, requireOwnOrigin } from '../../forms/form.server.ts';
import { MultipartError, receiveForm, type ReceivedForm } from '../../http/files/multipart.server.ts';
import { MIB } from '../../ui/size-text.ts';
import { FILE_BYTES, FILES_BYTES, FILES_MS, MOST_FILES } from './enquiry-files.ts';

/** The caller has to call `discard` at the end. @param maxBytes for all files @throws 403, 413, 400 as `readForm` */
export async function readFormWithFiles(
  context: AppLoadContext,
  request: Request,
  maxBytes = FILES_BYTES,
): Promise<ReceivedForm> {
  if (isPlainForm(request.headers.get('content-type') ?? ''))
    return { form: await readForm(context, request), files: [], discard: async () => {} };
  requireOwnOrigin(context, request);
  context.beginUpload?.(FILES_MS);
  try {
    return await receiveForm(context.app.env, request, {
      maxFiles: MOST_FILES,
      maxFileBytes: FILE_BYTES,
      maxBytes,
      maxBodyBytes: maxBytes + MIB,
      maxFieldBytes: MIB / 4, // so that a text that is too long comes back to be shortened, in a page of 2.5 MB at most
    });
  } catch (error) {
    if (error instanceof MultipartError) throw data(null, { status: error.status });
    throw error;
  }
}
