import { useState } from 'react';
import type { FormAnswer } from '../../forms/answer.ts';
import { StaffForm, type FieldState } from '../../forms/staff-form.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { describedBy, Field, fieldIds } from '../../ui/field.tsx';
import { retentionOptions, settingsSchema, type Settings } from '../../enquiries/settings.schema.ts';
import { SettingsFacts } from './settings-facts.tsx';

const SAVE = 'Save Settings';

/** A change that deletes enquiries is saved only after it has said how many. */
export function SettingsForm({ settings, answer }: { settings: Settings; answer: FormAnswer<Settings> | undefined }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { acknowledgement, retentionMonths, secondFactorForAdmins } = settings;
  return (
    <StaffForm
      action={paths.admin.settings}
      schema={settingsSchema}
      loaded={{
        acknowledgement: acknowledgement ? 'on' : '',
        retentionMonths,
        secondFactorForAdmins: secondFactorForAdmins ? 'on' : '',
      }}
      answer={answer}
      problem={null}
      version={settings.version}
      conflict={{ show: (stored) => <SettingsFacts {...stored} />, save: SAVE }}
      className="card grid gap-6 p-5"
    >
      {(field, isBusy) => {
        const retention = field('retentionMonths');
        const asked = field('deletes').errors?.[0];
        const isAsked = asked && (chosen ?? retention.defaultValue) === retention.defaultValue;
        return (
          <>
            <Switch
              {...field('acknowledgement')}
              label="Acknowledge enquiries by mail"
              help="Whoever sends an enquiry gets a mail with its reference, the promise of an answer within 24 hours and your phone numbers, and nothing of what was typed. An address gets at most one a day, and all together 100 an hour. Suspected spam gets none."
            />
            <Field
              id={retention.id}
              label="Delete enquiries older than"
              help="Every night, and for good: answered or not, with their replies, notes and all else that belongs to them."
              errors={retention.errors}
            >
              <select
                id={retention.id}
                name={retention.name}
                defaultValue={retention.defaultValue}
                onChange={(event) => setChosen(event.target.value)}
                className="control"
                {...describedBy(retention.id, { help: true, errors: retention.errors })}
              >
                {retentionOptions.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </Field>
            {isAsked ? <Deletions text={asked} /> : null}
            <Switch
              {...field('secondFactorForAdmins')}
              label="Second factor required for admins"
              help="An admin without one is led to set it up, and sees nothing else of the staff area before that. It counts at once, for you as well: have your phone at hand."
            />
            <div>
              {isAsked ? (
                <Button type="submit" look="danger" name="deletes" value={retention.defaultValue} isBusy={isBusy}>
                  Save all the same
                </Button>
              ) : (
                <Button type="submit" look="primary" isBusy={isBusy}>
                  {SAVE}
                </Button>
              )}
            </div>
          </>
        );
      }}
    </StaffForm>
  );
}

function Switch({ id, name, defaultValue, label, help }: FieldState & { label: string; help: string }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex items-start gap-3 font-semibold">
        <input
          type="checkbox"
          id={id}
          name={name}
          value="on"
          defaultChecked={defaultValue === 'on'}
          className="control-choice"
          {...describedBy(id, { help })}
        />
        {label}
      </label>
      <p id={fieldIds(id).help} className="text-muted pl-8 text-sm">
        {help}
      </p>
    </div>
  );
}

/** What saving would delete. */
function Deletions({ text }: { text: string }) {
  return (
    <section
      data-conflict
      tabIndex={-1}
      aria-labelledby="not-saved"
      className="border-danger bg-surface grid gap-2 border-l-4 p-4"
    >
      <h2 id="not-saved" className="text-base">
        Not saved yet
      </h2>
      <p>{text}</p>
      <p className="text-muted text-sm">Choose another span, or save all the same.</p>
    </section>
  );
}
