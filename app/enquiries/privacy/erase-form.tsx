import type { FormAnswer } from '../../forms/answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { erasureSchema } from './data-subject.ts';

export function EraseForm({ email, answer }: { email: string; answer: FormAnswer<never> | undefined }) {
  return (
    <section aria-labelledby="erase" className="card border-danger grid gap-4 p-5">
      <h2 id="erase" className="text-xl">
        Erase
      </h2>
      <p className="max-w-prose">
        Deletes every enquiry of this address with all that hangs on it, for good. Mails that still wait are not sent.
        Mails that were sent, our mailbox itself, and backups made before, are not changed.
      </p>
      <StaffForm
        action={paths.admin.person(email)}
        schema={erasureSchema(email)}
        loaded={{ confirmation: '' }}
        answer={answer}
        problem={null}
        isPartOfPage
        className="grid max-w-xl justify-items-start gap-4"
      >
        {(field, isBusy) => (
          <>
            <div className="w-full">
              <TextField
                {...field('confirmation')}
                inputMode="email"
                autoComplete="off"
                spellCheck={false}
                autoCapitalize="none"
                label="Type the address again"
                help={email}
              />
            </div>
            <Button type="submit" look="danger" isBusy={isBusy}>
              {isBusy ? 'Erasing...' : 'Erase'}
            </Button>
          </>
        )}
      </StaffForm>
    </section>
  );
}
