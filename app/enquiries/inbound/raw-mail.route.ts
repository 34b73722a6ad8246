import type { LoaderFunctionArgs } from '@remix-run/node';
import { InboundMail } from '#db/entities/inbound-mail.ts';
import { entityManager } from '#db/orm.ts';
import { notFound } from '../../http/addresses.server.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { download } from '../files/download.server.ts';
import { rawKey } from './store-mail.server.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml$/.exec(params.file ?? '')?.[1];
  const mail = id && (await entityManager(context).findOne(InboundMail, { id }));
  if (!mail || mail.rawBytes == null) throw notFound();
  return download(context, { key: rawKey(id), name: `${id}.eml`, type: 'message/rfc822', size: mail.rawBytes });
}
