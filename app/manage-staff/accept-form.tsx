import { useRef, useState } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import type { FormAnswer } from '../forms/form-answer.ts';
import { useFormState } from '../forms/use-form-state.ts';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { ShowPasswords } from '../staff/password-form.tsx';
import { PASSWORD_HELP } from '../staff/staff.schema.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { acceptSchema } from './manage-staff.schema.ts';

/** The first password of somebody who was invited. It is never sent back into the form. */
export function AcceptForm({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state !== 'idle';
  const [isShown, setShown] = useState(false);
  const { errors, notice, judgeAgain } = useFormState(form, acceptSchema, answer, null);
  return (
    <>
      <p className="mt-4 wrap-anywhere">
        For your account <strong>{email}</strong>.
      </p>
      <NoticeBanner notice={notice} className="mt-4" />
      <Form ref={form} method="post" noValidate onInput={judgeAgain} className="mt-5 grid gap-5">
        {/* tells password managers whose password it is */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <TextField
          id="newPassword"
          name="newPassword"
          type={isShown ? 'text' : 'password'}
          label="New password"
          help={PASSWORD_HELP}
          required
          autoComplete="new-password"
          errors={errors.newPassword ?? undefined}
        />
        <ShowPasswords areShown={isShown} label="Show password" onChange={setShown} />
        <Button type="submit" look="primary" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Saving...' : 'Save and Sign In'}
        </Button>
      </Form>
    </>
  );
}
