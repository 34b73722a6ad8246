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
 * Renders a page that is sent whole: one round trip, and a failure can still become a 500.
 * @param isPlainPage waits for nothing: it is rendered at once, which takes a tenth less
 * @param onError hears of each error of a component, also of one that ends the rendering
 * @param ms after which what still waits is given up
 * @throws the error that left nothing to show
 */
export async function renderWhole(
  page: ReactElement,
  { nonce, isPlainPage, ms, onError }: RenderOptions,
): Promise<string> {
  if (isPlainPage) return renderPlainPage(page, onError);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []; // React takes a new piece of memory for each
    const out = new Writable({
      emitClose: false, // React would take it for a reader that has gone
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(endedWell(Buffer.concat(chunks).toString()));
        done();
      },
      // What failed is piped all the same once the rest of it is ready, and destroys its sink. The error is known by then.
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

const END = '</body></html>';

/** What Remix sends beside the page comes after its end, where browsers take it for a part of the body: so it is put there. */
function endedWell(html: string): string {
  const end = html.lastIndexOf(END);
  return end < 0 ? html : html.slice(0, end) + html.slice(end + END.length) + END;
}
