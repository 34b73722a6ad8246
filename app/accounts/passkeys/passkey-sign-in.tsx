import { useState } from 'react';
import { FingerPrintIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { askPasskey, useHasPasskeys } from './browser-passkeys.ts';
import { NOT_ACCEPTED } from './passkey.schema.ts';

type Options = Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'];
const sign = async (optionsJSON: Options) =>
  (await import('@simplewebauthn/browser')).startAuthentication({ optionsJSON });

export function PasskeySignIn({ onProblem }: { onProblem: (problem: string | undefined) => void }) {
  const [isBusy, setBusy] = useState(false);
  const isThere = useHasPasskeys();
  async function start() {
    setBusy(true);
    onProblem(undefined);
    const ended = await askPasskey<{ to: string }, Options>(paths.admin.passkeySignIn, {}, sign, NOT_ACCEPTED);
    if ('to' in ended) return location.assign(ended.to);
    setBusy(false);
    onProblem(ended.problem);
  }
  return (
    // reserves the space until scripts run, so that nothing moves then
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
