import type { ServerResponse } from 'node:http';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { env } from '../env.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';
import { EXPORT_COOKIE } from './inbox.ts';
import { exportFileName, exportMessages } from './messages-csv.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const failed = (error: unknown) =>
    log.error({ requestId: context.requestId, err: describeError(error) }, 'export failed');
  const parts = exportMessages(entityManager(context));
  let first: IteratorResult<string>;
  try {
    first = await parts.next(); // while the status can still tell of a failure
  } catch (error) {
    failed(error);
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '10' };
    return new Response('Failed to fetch messages\n', { status: 503, headers });
  }
  return new Response(streamOf(first, parts, context.response, failed), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${exportFileName()}"`,
      ...startedCookie(request),
    },
  });
}

/** Lets the page that asked see that its download has started: nothing else tells it. */
function startedCookie(request: Request): Record<string, string> {
  const token = new URL(request.url).searchParams.get('started') ?? '';
  if (!/^[\w-]{1,40}$/.test(token)) return {};
  const secure = env().isSecure ? '; Secure' : '';
  return {
    'Set-Cookie': `${EXPORT_COOKIE}=${token}; Path=${paths.admin.messages}; Max-Age=60; SameSite=Lax${secure}`,
  };
}

/**
 * Reads a batch only when the client has taken the one before it. Remix writes on regardless of the client's pace, so
 * the pace is kept here, on Node's own answer; and a failure cuts the download, which the browser then calls failed.
 */
function streamOf(
  first: IteratorResult<string>,
  parts: AsyncGenerator<string>,
  response: ServerResponse | undefined,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string> | null = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (response && !(await isTaken(response))) return controller.close();
          const part = next ?? (await parts.next());
          next = null;
          if (part.done) controller.close();
          else controller.enqueue(encoder.encode(part.value));
        } catch (error) {
          failed(error);
          response?.destroy();
          if (response) controller.close();
          else controller.error(new Error('export failed'));
        }
      },
    },
    { highWaterMark: 0 },
  );
}

/** Waits until what was written has left this process. @returns false when the client has gone */
async function isTaken(response: ServerResponse): Promise<boolean> {
  if (response.writableNeedDrain && !response.closed) {
    await new Promise<void>((resolve) => {
      const done = () => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }
  return !response.closed;
}
