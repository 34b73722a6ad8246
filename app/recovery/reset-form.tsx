import { useRef, useState } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import type { FormAnswer } from '../forms/form-answer.ts';
import { useFormState } from '../forms/use-form-state.ts';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { ShowPasswords } from '../staff/password-form.tsx';
import { PASSWORD_HELP } from '../staff/staff.schema.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { resetSchema } from './recovery.schema.ts';

/** Chooses a new password. It is never sent back into the form. */
export function ResetForm({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const [areShown, setShown] = useState(false);
  const isBusy = useNavigation().state !== 'idle';
  const { errors, notice, judgeAgain } = useFormState(form, resetSchema, answer, null);
  return (
    <>
      <NoticeBanner notice={notice} className="mt-6" />
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
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Changing Password...' : 'Change Password'}
        </Button>
      </Form>
    </>
  );
}
