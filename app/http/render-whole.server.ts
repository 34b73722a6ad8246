import { Writable } from 'node:stream';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

/**
 * Renders a page that is sent whole: one round trip, and a failure can still become a 500.
 * @param onError hears of each error of a component, also of one that ends the rendering
 * @param ms after which what still waits is given up
 * @throws the error that left nothing to show
 */
export function renderWhole(
  page: ReactElement,
  { nonce, ms, onError }: { nonce: string; ms: number; onError: (error: unknown) => void },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []; // React takes a new piece of memory for each
    const out = new Writable({
      emitClose: false, // React would take it for a reader that has gone
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString());
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
