import type { AppLoadContext } from '@remix-run/node';
import { log } from '../log.server.ts';
import { freeMemory } from '../memory/tidy-memory.ts';

// In parts of some 40 KiB. The export of half a million messages then takes 59 MiB; left to V8 it takes 124.
const FREE_AFTER = 50;
const FREE_ALL_AFTER = 500;

/**
 * Streams a text, each part made when the client has read the one before.
 * @param failure the words of the 503 when the first part fails; a later failure cuts the download
 */
export async function streamDownload(
  context: AppLoadContext,
  parts: AsyncGenerator<string>,
  failure: string,
  headers: Record<string, string>,
): Promise<Response> {
  const failed = (error: unknown) => log.error({ requestId: context.requestId, err: error }, 'export failed');
  let first: IteratorResult<string>;
  try {
    first = await parts.next(); // before the headers are sent, so that the status can still be 503
  } catch (error) {
    failed(error);
    return new Response(`${failure}\n`, {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '10' },
    });
  }
  return new Response(makeStream(first, parts, failed), { headers });
}

function makeStream(
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
