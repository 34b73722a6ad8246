import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import type { FormErrors } from '../../forms/answer.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import { PASSWORD_HELP } from '../staff.schema.ts';
import { UserName } from './secret-form.tsx';

const fields = [
  { name: 'currentPassword', label: 'Current password', autoComplete: 'current-password', help: undefined },
  { name: 'newPassword', label: 'New password', autoComplete: 'new-password', help: PASSWORD_HELP },
] as const;

/** Changes one's own password. `errors` are there when it was not changed. Passwords never come back into the form. */
export function PasswordForm({ email, errors }: { email: string; errors: FormErrors | undefined }) {
  const isBusy = useNavigation().state !== 'idle';
  const [areShown, setShown] = useState(false);
  const form = useFocusWhenAnswered(isBusy, errors);
  return (
    <Form ref={form} method="post" className="mt-5 grid justify-items-start gap-5" noValidate>
      <UserName email={email} />
      <div className="grid w-full gap-5">
        {fields.map((field) => {
          const state = { type: areShown ? 'text' : 'password', errors: errors?.[field.name] ?? undefined };
          return <TextField key={field.name} id={field.name} required {...field} {...state} />;
        })}
      </div>
      <ShowPasswords areShown={areShown} onChange={setShown} />
      <Button type="submit" look="primary" isBusy={isBusy}>
        {isBusy ? 'Changing Password...' : 'Change Password'}
      </Button>
    </Form>
  );
}

/** Made by script, because it does nothing without one. */
export function ShowPasswords({ areShown, onChange }: { areShown: boolean; onChange: (areShown: boolean) => void }) {
  return (
    <div className="min-h-7">
      {useScripted() && (
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

/** Focuses the first field that is wrong; when all went well it empties the form. */
function useFocusWhenAnswered(isBusy: boolean, errors: FormErrors | undefined) {
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
