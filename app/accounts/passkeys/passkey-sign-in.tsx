import { useState } from 'react';
import { FingerPrintIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { ask, isCancelled, useHasPasskeys } from './browser-passkeys.ts';
import { NOT_ACCEPTED } from './passkey.schema.ts';

type Options = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'];

export function PasskeySignIn({ onProblem }: { onProblem: (problem: string | undefined) => void }) {
  const [isBusy, setBusy] = useState(false);
  const isThere = useHasPasskeys();
  async function start() {
    setBusy(true);
    onProblem(undefined);
    const problem = await signIn();
    if (problem !== null) setBusy(false); // otherwise the next page is on its way
    if (problem) onProblem(problem);
  }
  return (
    // the room is kept while the page is taken over, so that nothing moves then
    <div className="hidden min-h-11 [@media(scripting:enabled)]:mt-3 [@media(scripting:enabled)]:block">
      {isThere ? (
        <Button look="secondary" className="w-full" isBusy={isBusy} onClick={() => void start()}>
          <FingerPrintIcon aria-hidden className="size-5" />
          {isBusy ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
        </Button>
      ) : null}
    </div>
  );
}

/** @returns null when signed in, otherwise why not: an empty text if it was cancelled */
async function signIn(): Promise<string | null> {
  const begun = await ask<{ options: Options }>(paths.admin.passkeySignInChallenge);
  if (!('options' in begun)) return begun.problem ?? NOT_ACCEPTED;
  try {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const credential = JSON.stringify(await startAuthentication({ optionsJSON: begun.options }));
    const ended = await ask<{ to: string }>(paths.admin.passkeySignIn, { credential });
    if (!('to' in ended)) return ended.problem ?? NOT_ACCEPTED;
    location.assign(ended.to);
    return null;
  } catch (error) {
    return isCancelled(error) ? '' : NOT_ACCEPTED;
  }
}
