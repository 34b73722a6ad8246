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
 * Decodes the page's data before React starts. Otherwise RemixBrowser suspends at the root, where no Suspense boundary
 * can be, and a key press then ends React with error 345. RemixBrowser, called once before, throws the promise to wait
 * for.
 */
async function decodeData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    await decoding;
  }
}

/** Its effects run after those inside, when whoever listens to fields does so. */
function WithEarlyInput({ children }: { children: ReactNode }) {
  useLayoutEffect(() => early.restore(), []);
  useEffect(() => {
    early.fireEvents();
    tellTakenOver();
  }, []);
  return children;
}
