import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useRevalidator } from '@remix-run/react';
import type { FormErrors } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { errorToast, type Toast } from '../../forms/toasts/toast.ts';
import { useNotify } from '../../forms/toasts/toasts.tsx';
import { paths } from '../../paths.ts';
import { PasswordAgain } from '../passwords/secret-form.tsx';
import { SubmitButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirstWrong } from '../../ui/use-focus-back.ts';
import { askPasskey } from './browser-passkeys.ts';
import { NAME_MAX, NOT_ADDED } from './passkey.schema.ts';

type Options = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON'];
const make = async (optionsJSON: Options) =>
  (await import('@simplewebauthn/browser')).startRegistration({ optionsJSON });

export function AddPasskeyForm({ suggestedName, isAsked }: { suggestedName: string; isAsked: boolean }) {
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
