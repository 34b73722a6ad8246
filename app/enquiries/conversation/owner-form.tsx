import type { FormAnswer } from '../../forms/answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { Button } from '../../ui/button.tsx';
import { actionWords } from '../actions.ts';
import { GiveMenu } from '../inbox/give-menu.tsx';
import type { MessageDetails } from '../inbox/inbox.ts';
import { messageChangeSchema } from '../message.schema.ts';
import type { Owner } from '../owners.server.ts';
import { sinceThen, type SinceThen } from './since-then.tsx';

interface OwnerFormProps {
  message: MessageDetails;
  action: string;
  owners: Owner[];
  reader: string;
  answer: FormAnswer<SinceThen> | undefined;
}

/** Whose an enquiry is, and whose it may become. */
export function OwnerForm({ message: { owner, version }, action, owners, reader, answer }: OwnerFormProps) {
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
      conflict={sinceThen('the same button again')}
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
