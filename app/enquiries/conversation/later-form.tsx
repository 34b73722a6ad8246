import type { FormAnswer } from '../../forms/answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { inputTime } from '../../time/typed-time.ts';
import { Button } from '../../ui/button.tsx';
import { focusFirst, TextField } from '../../ui/field.tsx';
import { actionWords } from '../actions.ts';
import type { MessageDetails } from '../inbox/inbox.ts';
import { messageChangeSchema } from '../message.schema.ts';
import { quickTimes } from '../reminders/later.ts';
import { sinceThen, type SinceThen } from './since-then.tsx';

interface LaterFormProps {
  message: MessageDetails;
  action: string;
  answer: FormAnswer<SinceThen> | undefined;
}

/** Puts an enquiry off, or brings it back. */
export function LaterForm({ message: { laterUntil, latest, version }, action, answer }: LaterFormProps) {
  const button = (value: string, text: string, isBusy: boolean) => (
    <Button key={value} type="submit" name="intent" value={value} isBusy={isBusy}>
      {text}
    </Button>
  );
  return (
    <StaffForm
      action={`${action}${action.includes('?') ? '&' : '?'}form=later`}
      schema={messageChangeSchema}
      loaded={{ until: inputTime(laterUntil) }}
      answer={answer}
      problem={null}
      version={version}
      conflict={sinceThen('Later')}
      className="border-border grid gap-3 border-t pt-5"
    >
      {(field, isBusy) => (
        <>
          <TextField
            {...field('until')}
            type="datetime-local"
            label="Later until"
            className="max-w-60 scroll-mt-36"
            {...(field('until').errors ? focusFirst : {})}
            help={`Port of Spain time. ${latest ? `At the latest ${latest}, when the answer is due.` : 'It is back then, unread.'}`}
          />
          <div className="flex flex-wrap gap-2">
            {button('later', 'Later', isBusy)}
            {Object.entries(quickTimes).map(([name, text]) => button(`later:${name}`, text, isBusy))}
            {laterUntil ? button('back', actionWords.back.row, isBusy) : null}
          </div>
        </>
      )}
    </StaffForm>
  );
}
