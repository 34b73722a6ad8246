import { useRef } from 'react';
import { Form, useNavigation } from '@remix-run/react';
import type { FormAnswer } from '../../forms/answer.ts';
import { toText } from '../../forms/typing/typed-values.ts';
import { useFormState } from '../../forms/use-form-state.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { othersEmail } from '../../accounts/email-field.tsx';
import { focusFirst, TextField } from '../../ui/field.tsx';
import { erasureSchema } from './data-subject.ts';

/** Unlike other staff forms, it keeps no draft on the device. */
export function EraseForm({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  const form = useRef<HTMLFormElement>(null);
  const action = paths.admin.person(email);
  const isBusy = useNavigation().formAction === action;
  const { errors, judgeAgain } = useFormState(form, erasureSchema(email), answer, null);
  return (
    <section aria-labelledby="erase" className="card border-danger grid gap-4 p-5">
      <h2 id="erase" className="text-xl">
        Erase
      </h2>
      <p className="max-w-prose">
        Deletes every enquiry of this address with all that hangs on it, for good. Mails that still wait are not sent.
        Mails that were sent, our mailbox itself, and backups made before, are not changed.
      </p>
      <Form
        ref={form}
        method="post"
        action={action}
        noValidate
        onInput={judgeAgain}
        className="grid max-w-xl justify-items-start gap-4"
      >
        <div className="w-full">
          <TextField
            id="confirmation"
            name="confirmation"
            inputMode="email"
            {...othersEmail}
            label="Type the address again"
            help={email}
            defaultValue={toText(answer?.result?.initialValue?.confirmation)}
            errors={errors.confirmation ?? undefined}
            {...(errors.confirmation ? focusFirst : {})}
          />
        </div>
        <Button type="submit" look="danger" isBusy={isBusy}>
          {isBusy ? 'Erasing...' : 'Erase'}
        </Button>
      </Form>
    </section>
  );
}
