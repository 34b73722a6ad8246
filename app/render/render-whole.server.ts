import { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';

interface RenderOptions {
  nonce: string;
  isPlainPage?: boolean;
  ms: number;
  onError: (error: unknown) => void;
}

/**
 * As one piece: one round trip, and a failure can still become a 500.
 * @param isPlainPage it waits for nothing, and renders in a tenth less time
 * @param onError called with each component's error
 * @param ms after which waiting parts are given up
 * @throws the error that left nothing to show
 */
export async function renderWhole(
  page: ReactElement,
  { nonce, isPlainPage, ms, onError }: RenderOptions,
): Promise<string> {
  if (isPlainPage) return renderPlainPage(page, onError);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []; // React does not reuse their memory
    const out = new Writable({
      emitClose: false, // React would take it for a reader that has gone
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(endedWell(Buffer.concat(chunks).toString().replaceAll(UNWRITTEN, '')));
        done();
      },
      // React also pipes a failed page once the rest is ready, and destroys its sink. The error is known by then.
      destroy(_error, done) {
        done(null);
      },
    });
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        clearTimeout(timer);
        pipe(out);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError,
    });
    const timer = setTimeout(abort, ms);
  });
}

function renderPlainPage(page: ReactElement, onError: (error: unknown) => void): string {
  try {
    return endedWell(`<!DOCTYPE html>${renderToString(page)}`);
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** React 18 sends whole pieces of memory, even if a character had no room at the end of one (react#24985). */
const UNWRITTEN = '\0';

const END = '</body></html>';

/** Remix sends more after the end of the page. It belongs into the body, where browsers put it. */
function endedWell(html: string): string {
  const end = html.lastIndexOf(END);
  return end < 0 ? html : html.slice(0, end) + html.slice(end + END.length) + END;
}
