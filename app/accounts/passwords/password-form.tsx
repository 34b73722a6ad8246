import { useState } from 'react';
import type { FormAnswer } from '../../forms/answer.ts';
import { paths } from '../../paths.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { focusFirst, TextField } from '../../ui/field.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import { PASSWORD_HELP } from '../staff.schema.ts';
import { SecretForm, UserName } from './secret-form.tsx';

/** Passwords are never put back into the form. */
export function PasswordForm({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  const [areShown, setShown] = useState(false);
  return (
    <SecretForm action={paths.admin.account} answer={answer} className="mt-5 justify-items-start">
      {(field, isBusy) => (
        <>
          <UserName email={email} />
          <div className="grid w-full gap-5">
            <TextField
              id="currentPassword"
              name="currentPassword"
              type={areShown ? 'text' : 'password'}
              label="Current password"
              required
              autoComplete="current-password"
              errors={field('currentPassword').errors}
              {...(field('currentPassword').errors ? focusFirst : {})}
            />
            <NewPasswordField areShown={areShown} errors={field('newPassword').errors} />
          </div>
          <ShowPasswords areShown={areShown} onChange={setShown} />
          <SubmitButton isBusy={isBusy}>{isBusy ? 'Changing Password...' : 'Change Password'}</SubmitButton>
        </>
      )}
    </SecretForm>
  );
}

export const NewPasswordField = ({ areShown, errors }: { areShown: boolean; errors: string[] | undefined }) => (
  <TextField
    id="newPassword"
    name="newPassword"
    type={areShown ? 'text' : 'password'}
    label="New password"
    help={PASSWORD_HELP}
    required
    autoComplete="new-password"
    errors={errors}
    {...(errors ? focusFirst : {})}
  />
);

/** Rendered only by scripts, since it does nothing without them. */
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
