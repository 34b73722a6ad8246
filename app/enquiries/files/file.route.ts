import type { LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { download } from './download.server.ts';
import { fileKey, fileTypes, findEnquiryFile } from './enquiry-files.server.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const file = requireFound(await findEnquiryFile(entityManager(context), readId(params.id), params.fileId ?? ''));
  const { id, name, kind, sizeBytes } = file;
  return download(context, { key: fileKey(id), name, type: fileTypes[kind], size: sizeBytes });
}
