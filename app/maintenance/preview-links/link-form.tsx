import type { FormAnswer } from '../../forms/form-answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { inputTime } from '../../time/typed-time.ts';
import { TextField } from '../../ui/text-field.tsx';
import { LINK_DAYS, newLinkSchema } from './preview-link.schema.ts';

const DAY_MS = 86_400_000;

interface LinkFormProps {
  /** In milliseconds since the epoch. */
  now: number;
  answer: FormAnswer<never> | undefined;
}

/** Makes a link. */
export function LinkForm({ now, answer }: LinkFormProps) {
  return (
    <section className="card p-5" aria-labelledby="new-link">
      <h2 id="new-link" className="text-lg">
        New link
      </h2>
      <StaffForm
        action={paths.admin.previewLinks}
        schema={newLinkSchema}
        loaded={{ name: '', endsAt: inputTime(new Date(now + DAY_MS).toISOString()) }}
        answer={answer}
        problem={null}
        className="mt-4 grid justify-items-start gap-4"
      >
        {(field, isBusy) => (
          <>
            <input type="hidden" name="intent" value="make" />
            <div className="grid w-full gap-4 sm:grid-cols-2">
              <TextField
                {...field('name')}
                label="Name"
                help="Whom it is for. Only staff see it."
                required
                maxLength={80}
                autoComplete="off"
              />
              <TextField
                {...field('endsAt')}
                type="datetime-local"
                label="End"
                help={`In at most ${LINK_DAYS} days, time of Trinidad and Tobago`}
                required
              />
            </div>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {isBusy ? 'Making...' : 'Make Link'}
            </Button>
          </>
        )}
      </StaffForm>
    </section>
  );
}
