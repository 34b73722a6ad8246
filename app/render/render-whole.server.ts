import { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';

interface RenderOptions {
  nonce: string;
  isStatic?: boolean;
  ms: number;
  onError: (error: unknown) => void;
}

/**
 * Renders a page as a whole, not as a stream: that takes one round trip, and a failure can still become a 500.
 * @param isStatic the page waits for nothing and renders in a tenth less time
 * @param onError called with the error of each component
 * @param ms how long suspended parts are waited for
 * @throws the error if nothing can be shown
 */
export async function renderWhole(page: ReactElement, { nonce, isStatic, ms, onError }: RenderOptions) {
  if (isStatic) return renderStatic(page, onError);
  return new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = []; // React does not reuse their memory
    const out = new Writable({
      emitClose: false, // React would take a close for a client that has gone
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(moveEndTag(Buffer.concat(chunks).toString().replaceAll(UNWRITTEN, '')));
        done();
      },
      // After an error React still pipes the page and then destroys the stream: `onError` has reported the error by then.
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

function renderStatic(page: ReactElement, onError: (error: unknown) => void): string {
  try {
    return moveEndTag(`<!DOCTYPE html>${renderToString(page)}`);
  } catch (error) {
    onError(error);
    throw error;
  }
}

/** React 18 writes whole buffers, with NULs where a character did not fit at the end of one (react#24985). */
const UNWRITTEN = '\0';

const END = '</body></html>';

/** Moves the end tags behind what Remix writes after them. It belongs in the body, where browsers put it anyway. */
function moveEndTag(html: string): string {
  const end = html.lastIndexOf(END);
  return end < 0 ? html : html.slice(0, end) + html.slice(end + END.length) + END;
}
