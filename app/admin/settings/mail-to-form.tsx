import type { FormAnswer } from '../../forms/answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { mailToSchema, MOST_ADDRESSES } from './mail-to.schema.ts';
import type { Settings } from '#db/settings.ts';
import { paths } from '../../paths.ts';
import { SubmitButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { SettingsFacts } from './settings-form.tsx';

const SAVE = 'Save Addresses';

interface MailToFormProps {
  addresses: string[];
  version: number;
  answer: FormAnswer<Settings> | undefined;
}

export function MailToForm({ addresses, version, answer }: MailToFormProps) {
  return (
    <StaffForm
      action={paths.admin.mailSettings}
      schema={mailToSchema}
      loaded={{ mailTo: addresses.join('\n') }}
      answer={answer}
      problem={null}
      version={version}
      conflict={{ show: (stored) => <SettingsFacts {...stored} />, save: SAVE }}
      className="card grid gap-4 p-5"
    >
      {(field, isBusy) => (
        <>
          <input type="hidden" name="intent" value="save" />
          <TextField
            {...field('mailTo')}
            label="Who is told of enquiries"
            help={`One address a line, at most ${MOST_ADDRESSES}. They get every enquiry, every answer of a client, and the reminders.`}
            rows={Math.max(3, addresses.length + 1)}
            required
            spellCheck={false}
            autoComplete="off"
          />
          <div className="flex">
            <SubmitButton isBusy={isBusy}>{SAVE}</SubmitButton>
          </div>
        </>
      )}
    </StaffForm>
  );
}
