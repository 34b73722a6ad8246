import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { recordActivity } from '../../audit/activities.server.ts';
import { cookieName } from '../../http/context.server.ts';
import { streamDownload } from '../../http/files/stream-download.server.ts';
import { plainAnswer } from '../../http/files/file-headers.ts';
import { flashCookie } from '../../forms/action.server.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { EXPORT_COOKIE, EXPORTED, FETCH_FAILED, isFiltered, readPlace } from './inbox.ts';
import { exportFileName, exportMessages } from './messages-csv.server.ts';
import { readSearch } from './search.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { by, accountId: me } = await requireRole(context, request, 'admin');
  const query = new URL(request.url).searchParams;
  const { view, filter } = readPlace(query);
  const { search, errors } = readSearch(filter);
  if (Object.keys(errors).length) return plainAnswer(400, Object.values(errors).join('\n'));
  const em = entityManager(context);
  const isWhole = query.get('columns') === 'all';
  const what = [view, ...(isFiltered(filter) ? ['searched'] : []), ...(isWhole ? ['with all details'] : [])].join(', ');
  async function* parts() {
    await recordActivity(em, 'export', by, `Exported enquiries as CSV: ${what}`);
    yield* exportMessages(em, { view, me, search, isWhole });
  }
  return streamDownload(context, parts(), FETCH_FAILED, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${exportFileName()}"`,
    'Set-Cookie': await startedCookie(context, request),
  });
}

/** Tells the page that its download has started; without JavaScript, and so without a token, the next page. */
function startedCookie(context: AppLoadContext, request: Request): string | Promise<string> {
  const token = new URL(request.url).searchParams.get('started') ?? '';
  if (!/^[\w-]{1,40}$/.test(token)) return flashCookie(context.app, EXPORTED);
  const secure = context.app.env.isSecure ? '; Secure' : '';
  return `${cookieName(context.app.env, EXPORT_COOKIE)}=${token}; Path=/; Max-Age=60; SameSite=Lax${secure}`;
}
