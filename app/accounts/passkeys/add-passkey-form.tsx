import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useRevalidator } from '@remix-run/react';
import type { FormErrors } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { errorToast, type Toast } from '../../forms/toasts/toast.ts';
import { useNotify } from '../../forms/toasts/toasts.tsx';
import { paths } from '../../paths.ts';
import { PasswordAgain } from '../passwords/secret-form.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ask, isCancelled } from './browser-passkeys.ts';
import { NAME_MAX, NOT_ADDED } from './passkey.schema.ts';

type Options = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];
/** Makes a passkey in this browser or on a device that it reaches, which needs scripts. */
export function AddPasskeyForm({ suggestedName, isAsked }: { suggestedName: string; isAsked: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const notify = useNotify();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FormErrors>({});
  const [notice, setNotice] = useState<Toast>();
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), [errors]);
  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setBusy(true);
    setNotice(undefined);
    const outcome = await addPasskey(new FormData(event.currentTarget));
    setBusy(false);
    setErrors(outcome.errors ?? {});
    if (outcome.problem) setNotice(errorToast(outcome.problem));
    if (outcome.added) {
      form.current?.reset();
      notify(outcome.added);
    }
    if (!outcome.errors) revalidate(); // the list, and whether the password is asked for now
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
      <Button type="submit" look="primary" isBusy={isBusy}>
        {isBusy ? 'Adding Passkey...' : 'Add a passkey'}
      </Button>
    </form>
  );
}

async function addPasskey(typed: FormData): Promise<{ added?: Toast; problem?: string; errors?: FormErrors }> {
  const fields = Object.fromEntries([...typed].map(([name, value]) => [name, String(value)]));
  const begun = await ask<{ options: Options }>(paths.admin.passkeyChallenge, fields);
  if (!('options' in begun)) return begun;
  try {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const credential = JSON.stringify(await startRegistration({ optionsJSON: begun.options }));
    const ended = await ask<{ notice: Toast }>(paths.admin.passkeys, { credential });
    return 'notice' in ended ? { added: ended.notice } : ended;
  } catch (error) {
    if (isCancelled(error)) return {};
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    return { problem: isKnown ? 'This device has a passkey of your account already.' : NOT_ADDED };
  }
}
