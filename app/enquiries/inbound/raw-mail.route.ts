import type { LoaderFunctionArgs } from '@remix-run/node';
import { InboundMail } from '#db/entities/inbound-mail.ts';
import { entityManager } from '#db/orm.ts';
import { notFound } from '../../http/addresses.server.ts';
import { contentDisposition, plainAnswer } from '../../http/files/file-headers.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { download } from '../files/download.server.ts';
import { rawKey } from './store-mail.server.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const [, id, as] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(eml|txt)$/.exec(params.file ?? '') ?? [];
  const mail = id && (await entityManager(context).findOne(InboundMail, { id }));
  if (mail && as === 'txt' && mail.text !== null)
    return plainAnswer(200, mail.text!, { 'Content-Disposition': contentDisposition(`${id}.txt`, 'attachment') });
  if (!mail || as === 'txt' || mail.rawBytes == null) throw notFound();
  return download(context, { key: rawKey(id), name: `${id}.eml`, type: 'message/rfc822', size: mail.rawBytes });
}
