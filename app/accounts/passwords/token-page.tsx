import { useRef, useState, type ReactNode } from 'react';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { adminMeta, type FormAnswer } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { useFormState } from '../../forms/use-form-state.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Entrance } from '../sign-in/entrance.tsx';
import { chosenPasswordSchema, PASSWORD_HELP } from '../staff.schema.ts';
import { ShowPasswords } from './password-form.tsx';
import { UserName } from './secret-form.tsx';

type Loaded = { email: string | null };

/** What the action answers when its token is spent, unknown or too old. */
export type TokenAnswer = FormAnswer<{ isDead: true }>;

const DEAD = 'This Link No Longer Works';

export const tokenMeta = (title: string) => adminMeta<Loaded | undefined>((loaded) => (loaded?.email ? title : DEAD));

interface TokenPageProps {
  title: string;
  about: (email: string) => ReactNode;
  button: { label: string; busy: string };
  /** What the page says when the link no longer works. */
  dead: ReactNode;
}

/** A page that a link in a mail leads to, where its owner chooses a password. The password never comes back into the form. */
export function TokenPage({ title, about, button, dead }: TokenPageProps) {
  const { email } = useLoaderData<Loaded>() as Loaded;
  const answer = useActionData<TokenAnswer>();
  const form = useRef<HTMLFormElement>(null);
  const [areShown, setShown] = useState(false);
  const isBusy = useNavigation().state !== 'idle';
  const { errors, notice, judgeAgain } = useFormState(form, chosenPasswordSchema, answer, null);
  if (!email || answer?.stored?.isDead) return <Entrance title={DEAD}>{dead}</Entrance>;
  return (
    <Entrance title={title}>
      {about(email)}
      <FlashBanner notice={notice} className="mt-6" />
      <Form ref={form} method="post" noValidate onInput={judgeAgain} className="mt-6 grid gap-5">
        <UserName email={email} />
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
    </Entrance>
  );
}
