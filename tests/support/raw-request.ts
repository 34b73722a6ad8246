import http from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ReadableStream } from 'node:stream/web';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

export interface RawAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** Names and values alternate. */
  rawHeaders: string[];
  /** The bytes as sent, possibly compressed. */
  body: Buffer;
  /** The decompressed body. Search this one. */
  readonly text: string;
}

/** Sends one request exactly as given: without decompression, redirects or cleaning of the path. */
export function rawRequest(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: http.OutgoingHttpHeaders; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const { statusCode, headers, rawHeaders } = response;
      const answerWith = (body: Buffer) =>
        resolve({
          status: statusCode!,
          headers,
          rawHeaders,
          body,
          get text() {
            return decoded(body, headers['content-encoding']);
          },
        });
      buffer(response).then(answerWith, reject);
    });
    request.on('error', reject);
    if (body && body.length > 1e6) request.flushHeaders(); // a busy machine may prepare such a body longer than the server waits for headers
    request.end(body);
  });
}

/** @throws Error for an unknown encoding, in whose bytes a search would find nothing */
function decoded(body: Buffer, encoding = 'identity'): string {
  const decoders: Record<string, (bytes: Buffer) => Buffer> = {
    identity: (bytes) => bytes,
    gzip: gunzipSync,
    deflate: inflateSync,
    br: brotliDecompressSync,
  };
  const decode = decoders[encoding];
  if (!decode) throw new Error(`an answer came in an unknown encoding, ${encoding}`);
  return body.length ? decode(body).toString() : '';
}

/** Opens the event stream of the site's status and collects its text. */
export async function openEvents(url: string, headers: Record<string, string> = {}) {
  const stop = new AbortController();
  const response = await fetch(`${url}/events`, { headers, signal: stop.signal });
  let text = '';
  let isOver = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of Readable.fromWeb(response.body as ReadableStream))
      text += decoder.decode(chunk as Uint8Array, { stream: true });
  })()
    .catch(() => {})
    .finally(() => (isOver = true));
  return {
    response,
    text: () => text,
    isOver: () => isOver,
    close: async () => {
      stop.abort();
      await reading;
    },
  };
}
