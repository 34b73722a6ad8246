import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import type { FormErrors } from '../../forms/form-answer.ts';
import { Button } from '../../ui/button.tsx';
import { describedBy, Field } from '../../ui/field.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import { PASSWORD_HELP } from '../staff.schema.ts';

const fields = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password', help: undefined },
  {
    name: 'newPassword',
    label: 'New password',
    autoComplete: 'new-password',
    help: PASSWORD_HELP,
  },
] as const;

/** Old password and new one; `errors` are there when it was not changed. Passwords are never sent back into the form. */
export function PasswordForm({ email, errors }: { email: string; errors: FormErrors | undefined }) {
  const isBusy = useNavigation().state !== 'idle';
  const [areShown, setShown] = useState(false);
  const form = useAnswered(isBusy, errors);
  return (
    <Form ref={form} method="post" className="mt-5 grid justify-items-start gap-5" noValidate>
      {/* tells password managers whose password it is */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {fields.map(({ name, label, autoComplete, help }) => {
        const wrong = errors?.[name] ?? undefined;
        return (
          <Field key={name} id={name} label={label} help={help} errors={wrong} className="w-full">
            <input
              id={name}
              name={name}
              type={areShown ? 'text' : 'password'}
              required
              autoComplete={autoComplete}
              className="control"
              {...describedBy(name, { help, errors: wrong })}
            />
          </Field>
        );
      })}
      <ShowPasswords areShown={areShown} onChange={setShown} />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {isBusy ? 'Changing Password...' : 'Change Password'}
      </Button>
    </Form>
  );
}

interface ShowPasswordsProps {
  areShown: boolean;
  onChange: (areShown: boolean) => void;
}

/** Made by script, because it does nothing without one. */
export function ShowPasswords({ areShown, onChange }: ShowPasswordsProps) {
  const isScripted = useScripted();
  return (
    <div className="min-h-7">
      {isScripted && (
        <label className="flex cursor-pointer items-center gap-2.5">
          <input
            type="checkbox"
            className="control-choice"
            checked={areShown}
            onChange={(event) => onChange(event.target.checked)}
          />
          Show passwords
        </label>
      )}
    </div>
  );
}

/** Once the answer is there: to the first field that is wrong, or, when all went well, empty again. */
function useAnswered(isBusy: boolean, errors: FormErrors | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const hasJustEnded = wasBusy.current && !isBusy;
    wasBusy.current = isBusy;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid]');
    if (wrong) wrong.focus();
    else if (hasJustEnded && !errors) form.current?.reset();
  }, [isBusy, errors]);
  return form;
}
