import type { LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { streamDownload } from '../../http/files/stream-download.server.ts';
import { plainAnswer } from '../../http/files/file-headers.ts';
import { FETCH_FAILED } from '../inbox/inbox.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { NOTHING_STORED, readPerson } from './data-subject.ts';
import { exportPerson, isKnown } from './data-subject.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { by } = await requireRole(context, request, 'admin');
  const em = entityManager(context);
  const email = readPerson(new URL(request.url).searchParams);
  if (!email || !(await isKnown(em, email))) return plainAnswer(404, NOTHING_STORED);
  return streamDownload(context, exportPerson(em, email, by), FETCH_FAILED, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': 'attachment; filename="person.json"', // an address does not belong in a folder of downloads
  });
}
