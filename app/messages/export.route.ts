import type { LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { env } from '../env.server.ts';
import { log } from '../http/log.server.ts';
import { noticeCookie } from '../notices/notice.server.ts';
import { freeMemory } from '../http/tidy-memory.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';
import { EXPORT_COOKIE, EXPORTED, placeOf } from './inbox.ts';
import { exportFileName, exportMessages } from './messages-csv.server.ts';
import { searchOf } from './search.server.ts';

// Counted in batches of some 40 KiB. The export of half a million messages then takes 59 MiB more of memory; left to V8
// alone it takes 124.
const FREE_AFTER = 50;
const FREE_ALL_AFTER = 500;
const PLAIN = { 'Content-Type': 'text/plain; charset=utf-8' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const failed = (error: unknown) => log.error({ requestId: context.requestId, err: error }, 'export failed');
  const query = new URL(request.url).searchParams;
  const { view, filter } = placeOf(query);
  const { search, errors } = searchOf(filter);
  if (Object.keys(errors).length)
    return new Response(`${Object.values(errors).join('\n')}\n`, { status: 400, headers: PLAIN });
  const parts = exportMessages(entityManager(context), { view, search, isWhole: query.get('columns') === 'all' });
  let first: IteratorResult<string>;
  try {
    first = await parts.next(); // while the status can still tell of a failure
  } catch (error) {
    failed(error);
    return new Response('Failed to fetch messages\n', { status: 503, headers: { ...PLAIN, 'Retry-After': '10' } });
  }
  return new Response(streamOf(first, parts, failed), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${exportFileName()}"`,
      'Set-Cookie': await startedCookie(request),
    },
  });
}

/**
 * Lets the page that asked see that its download has started: nothing else tells it. Without JavaScript, and so without
 * a token, the next page says so.
 */
function startedCookie(request: Request): string | Promise<string> {
  const token = new URL(request.url).searchParams.get('started') ?? '';
  if (!/^[\w-]{1,40}$/.test(token)) return noticeCookie(EXPORTED);
  const secure = env().isSecure ? '; Secure' : '';
  return `${EXPORT_COOKIE}=${token}; Path=${paths.admin.messages}; Max-Age=60; SameSite=Lax${secure}`;
}

/** Reads a batch when the client has taken the one before it. A failure cuts the download, which the browser then calls failed. */
function streamOf(
  first: IteratorResult<string>,
  parts: AsyncGenerator<string>,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string> | null = first;
  let hasLeft = false;
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const part = next ?? (await parts.next());
          next = null;
          if (hasLeft) return;
          if (part.done) controller.close();
          else controller.enqueue(encoder.encode(part.value));
          if (++sent % FREE_AFTER === 0) freeMemory(sent % FREE_ALL_AFTER === 0);
        } catch (error) {
          failed(error);
          controller.error(new Error('export failed'));
        }
      },
      async cancel() {
        hasLeft = true;
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
