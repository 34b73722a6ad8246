import { RemixBrowser } from '@remix-run/react';
import { startTransition, StrictMode, useEffect, useLayoutEffect, type ReactNode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { tellTakenOver } from './ui/page-element.ts';
import { keepEarlyInput } from './forms/typing/early-input.ts';

const early = keepEarlyInput();

void decodeData().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <WithEarlyInput>
          <RemixBrowser />
        </WithEarlyInput>
      </StrictMode>,
    );
  }),
);

/**
 * The page's data arrives as a stream. While it is decoded RemixBrowser suspends at the root, where no Suspense boundary
 * can stand around the document, and a key pressed then ends React with error 345. So React starts when it is decoded:
 * RemixBrowser, asked once before, throws the promise of it.
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

/** Its effects run after those of all that is inside: whoever listens to fields does so by then. */
function WithEarlyInput({ children }: { children: ReactNode }) {
  useLayoutEffect(() => early.giveBack(), []);
  useEffect(() => {
    early.tell();
    tellTakenOver();
  }, []);
  return children;
}
