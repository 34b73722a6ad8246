import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { RouteButton } from '../../ui/button.tsx';
import { AddPasskeyForm } from './add-passkey-form.tsx';
import { useHasPasskeys } from './browser-passkeys.ts';
import type { OwnPasskeys } from './passkeys.server.ts';

export function PasskeysSection({ own, isPasswordAsked }: { own: OwnPasskeys | null; isPasswordAsked: boolean }) {
  const isThere = useHasPasskeys();
  if (!own) return null;
  return (
    <Card id="passkeys" title="Passkeys">
      <p className="text-muted mt-1">
        A passkey signs you in with the fingerprint, face or PIN of your device, without your password.
      </p>
      {own.passkeys.length ? <PasskeyList passkeys={own.passkeys} /> : null}
      <p className="mt-3 [@media(scripting:enabled)]:hidden">Adding and using a passkey needs JavaScript.</p>
      {isThere === false ? <p className="mt-3">This browser has no passkeys.</p> : null}
      {isThere ? <AddPasskeyForm suggestedName={own.suggestedName} isAsked={isPasswordAsked} /> : null}
    </Card>
  );
}

function PasskeyList({ passkeys }: Pick<OwnPasskeys, 'passkeys'>) {
  return (
    <ul className="border-border divide-border mt-4 divide-y border-y" aria-labelledby="passkeys">
      {passkeys.map(({ id, name, added, lastUsed }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">{name}</p>
            <p className="text-muted text-sm">
              {`Added ${added}`}
              <br />
              {lastUsed ? `Last used ${lastUsed}` : 'Not used yet'}
            </p>
          </div>
          <RouteButton to={paths.admin.removePasskey(id)} className="btn-small" preventScrollReset>
            Remove<span className="sr-only">{` ${name}`}</span>
          </RouteButton>
        </li>
      ))}
    </ul>
  );
}
