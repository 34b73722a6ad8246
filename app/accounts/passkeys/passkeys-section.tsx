import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useRevalidator } from '@remix-run/react';
import type { FormErrors } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { errorToast, type Toast } from '../../forms/toasts/toast.ts';
import { useNotify } from '../../forms/toasts/toasts.tsx';
import { paths } from '../../paths.ts';
import { RouteButton, SubmitButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstWrong } from '../../ui/use-focus-back.ts';
import { PasswordAgain } from '../passwords/secret-form.tsx';
import { askPasskey, useHasPasskeys } from './browser-passkeys.ts';
import { NAME_MAX, NOT_ADDED } from './passkey.schema.ts';
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

type Options = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];
const make = async (optionsJSON: Options) =>
  (await import('@simplewebauthn/browser')).startRegistration({ optionsJSON });

function AddPasskeyForm({ suggestedName, isAsked }: { suggestedName: string; isAsked: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const notify = useNotify();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FormErrors>({});
  const [notice, setNotice] = useState<Toast>();
  useEffect(() => focusFirstWrong(form.current), [errors]);
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setNotice(undefined);
    const typed = [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]);
    const fields = Object.fromEntries(typed) as Record<string, string>;
    const outcome = await askPasskey<{ notice: Toast }, Options>(paths.admin.passkeys, fields, make, NOT_ADDED);
    setBusy(false);
    setErrors(outcome.errors ?? {});
    if (outcome.problem) setNotice(errorToast(outcome.problem));
    if ('notice' in outcome) {
      form.current?.reset();
      notify(outcome.notice);
    }
    if (!outcome.errors) revalidate(); // updates the list, and whether the password is asked for
  }
  return (
    <form ref={form} onSubmit={(event) => void add(event)} noValidate className="mt-5 grid justify-items-start gap-5">
      <FlashBanner notice={notice} className="w-full" />
      <div className="grid w-full gap-5">
        <TextField
          key={suggestedName}
          id="passkey-name"
          name="name"
          label="Name of the new passkey"
          help="So that you know it among others, such as the device it is on."
          maxLength={NAME_MAX}
          required
          autoComplete="off"
          defaultValue={suggestedName}
          errors={errors.name ?? undefined}
        />
        <PasswordAgain id="passkey-password" isAsked={isAsked} errors={errors.password ?? undefined} />
      </div>
      <SubmitButton isBusy={isBusy}>{isBusy ? 'Adding Passkey...' : 'Add a passkey'}</SubmitButton>
    </form>
  );
}
