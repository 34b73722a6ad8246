import { StaffForm } from '../../forms/staff-form.tsx';
import { inputTime } from '../../time/typed-time.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { actionWords } from '../actions.ts';
import { GiveMenu } from '../inbox/give-menu.tsx';
import { messageChangeSchema } from '../message.schema.ts';
import { answerClock } from '../reminders/answer-clock.ts';
import { quickTimes } from '../reminders/later.ts';
import type { MessageDetailsProps } from './message-details.tsx';
import { describeConflict } from './timeline-item.tsx';

type WhoseAndWhenProps = Pick<MessageDetailsProps, 'message' | 'action' | 'owners' | 'reader' | 'answer'>;

export function OwnerForm({ message: { owner, version }, action, owners, reader, answer }: WhoseAndWhenProps) {
  const act = (name: 'take' | 'give-back') => (
    <Button type="submit" className="btn-small min-h-8! px-2.5! py-1! text-sm!" name="intent" value={name}>
      {actionWords[name].row}
    </Button>
  );
  return (
    <StaffForm
      action={`${action}${action.includes('?') ? '&' : '?'}form=owner`}
      schema={messageChangeSchema}
      loaded={{}}
      answer={answer}
      version={version}
      conflict={describeConflict('the same button again')}
      className="grid gap-3 text-sm"
    >
      {() => (
        <div className="relative flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <span className="wrap-anywhere">
            <span className="text-muted">Owner: </span>
            {owner ? <span className="font-medium">{owner === reader ? `you (${owner})` : owner}</span> : 'nobody'}
          </span>
          <div className="flex flex-wrap gap-1.5">
            {owner === reader ? null : act('take')}
            {owner ? act('give-back') : null}
            <GiveMenu owners={owners.filter(({ email }) => email !== owner)} reader={reader} />
          </div>
        </div>
      )}
    </StaffForm>
  );
}

export function LaterForm({ message, action, answer }: WhoseAndWhenProps) {
  const { laterUntil, latest, version, waitsMs, now } = message;
  if (latest && !answer && answerClock(waitsMs, now).urgency === 'late')
    return (
      <p id="until" tabIndex={-1} className="border-border text-muted border-t pt-5 print:hidden">
        It is overdue: answer it, or mark it answered, before you put it off.
      </p>
    );
  const button = (value: string, text: string, isBusy: boolean) => (
    <Button key={value} type="submit" name="intent" value={value} isBusy={isBusy}>
      {text}
    </Button>
  );
  return (
    <StaffForm
      action={`${action}${action.includes('?') ? '&' : '?'}form=later`}
      schema={messageChangeSchema}
      loaded={{ until: inputTime(laterUntil), version }}
      answer={answer}
      problem={null}
      version={version}
      conflict={describeConflict('the same button again')}
      className="border-border grid gap-3 border-t pt-5 print:hidden"
    >
      {(field, isBusy) => (
        <>
          <TextField
            {...field('until')}
            type="datetime-local"
            label="Later until"
            className="max-w-60 scroll-mt-36"
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
