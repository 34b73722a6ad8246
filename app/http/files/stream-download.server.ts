import { ReadableStream } from 'node:stream/web';
import type { AppLoadContext } from '@remix-run/node';
import { log } from '../log.server.ts';
import { freeMemory } from '../memory/tidy-memory.ts';
import { plainAnswer } from './file-headers.ts';

// In parts of about 40 KiB. The export of half a million messages then takes 59 MiB, and 124 if V8 frees the memory.
const FREE_AFTER = 50;
const FREE_ALL_AFTER = 500;

/**
 * Streams a download: makes each part when the client has read the one before.
 * @param failure the text of the 503 if the first part fails; a later failure cuts the download off
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
    first = await parts.next(); // before the headers, while the status can still be 503
  } catch (error) {
    failed(error);
    return plainAnswer(503, failure, { 'Retry-After': '10' });
  }
  async function* encode(): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    let sent = 0;
    try {
      for (let part = first; !part.done; part = await parts.next()) {
        yield encoder.encode(part.value);
        if (++sent % FREE_AFTER === 0) freeMemory(sent % FREE_ALL_AFTER === 0);
      }
    } catch (error) {
      failed(error);
      throw new Error('export failed', { cause: error });
    } finally {
      await parts.return(undefined); // also when the client has gone
    }
  }
  return new Response(ReadableStream.from(encode()) as BodyInit, { headers });
}
