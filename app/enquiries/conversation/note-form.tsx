import { StaffForm } from '../../forms/staff-form.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField, SelectField } from '../../ui/field.tsx';
import { messageChangeSchema, NOTE_MAX } from '../message.schema.ts';
import type { MessageDetailsProps } from './message-details.tsx';
import { describeConflict } from './timeline-item.tsx';

/** Buttons elsewhere on the page send this form as well. */
export const NOTE_FORM = 'note-form';

const about = [
  { value: '', label: 'Neither' },
  { value: 'call', label: 'A call' },
  { value: 'visit', label: 'A visit' },
];

export function NoteForm({ message, action, answer }: Pick<MessageDetailsProps, 'message' | 'action' | 'answer'>) {
  return (
    <StaffForm
      id={NOTE_FORM}
      action={action}
      schema={messageChangeSchema}
      loaded={{ note: '', contact: '', contactAt: '', version: message.version }}
      answer={answer}
      version={message.version}
      conflict={describeConflict('the same button again')}
      className="border-border grid gap-3 border-t pt-5 print:hidden"
    >
      {(field, isBusy) => (
        <>
          <TextField
            {...field('note')}
            label="Note"
            rows={2}
            maxLength={NOTE_MAX}
            help="Only staff see it. 'Mark answered' keeps it, too."
          />
          <details open={Boolean(field('contact').defaultValue || field('contactAt').errors)}>
            <summary className="text-link w-fit cursor-pointer py-0.5">About a call or a visit</summary>
            <div className="mt-2 grid gap-3 sm:grid-cols-2">
              <SelectField {...field('contact')} label="About" help="Shown in place of 'Note'" options={about} />
              <TextField {...field('contactAt')} type="datetime-local" label="When" help="Leave blank for now" />
            </div>
          </details>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="intent" value="note" isBusy={isBusy}>
              Add note
            </Button>
          </div>
        </>
      )}
    </StaffForm>
  );
}
