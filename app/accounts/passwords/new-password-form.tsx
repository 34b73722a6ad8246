import { useRef, useState } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { useFormState } from '../../forms/use-form-state.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ShowPasswords } from './password-form.tsx';
import { chosenPasswordSchema, PASSWORD_HELP } from '../staff.schema.ts';

interface NewPasswordFormProps {
  email: string;
  answer: FormAnswer | undefined;
  /** What the button does, and what it says meanwhile. */
  button: { label: string; busy: string };
}

/** Where somebody who came by a link in a mail chooses a password. It is never sent back into the form. */
export function NewPasswordForm({ email, answer, button }: NewPasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [areShown, setShown] = useState(false);
  const isBusy = useNavigation().state !== 'idle';
  const { errors, notice, judgeAgain } = useFormState(form, chosenPasswordSchema, answer, null);
  return (
    <>
      <FlashBanner notice={notice} className="mt-6" />
      <Form ref={form} method="post" noValidate onInput={judgeAgain} className="mt-6 grid gap-5">
        {/* tells password managers whose password it is */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          id="newPassword"
          name="newPassword"
          type={areShown ? 'text' : 'password'}
          label="New password"
          help={PASSWORD_HELP}
          required
          autoComplete="new-password"
          errors={errors.newPassword ?? undefined}
        />
        <ShowPasswords areShown={areShown} onChange={setShown} />
        <Button type="submit" look="primary" isBusy={isBusy}>
          {isBusy ? button.busy : button.label}
        </Button>
      </Form>
    </>
  );
}
