import { useState } from 'react';
import type { FormAnswer } from '../../forms/answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { Switch } from '../../forms/switch.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/conflict.tsx';
import { focusFirst, TextField, SelectField } from '../../ui/field.tsx';
import { retentionOptions, settingsSchema, spanText, type Settings } from '../../enquiries/settings.schema.ts';

const SAVE = 'Save Settings';

/** A change that deletes enquiries is saved only after it has said how many. */
export function SettingsForm({ settings, answer }: { settings: Settings; answer: FormAnswer<Settings> | undefined }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { acknowledgement, retentionMonths, secondFactorForAdmins, saySpeed, backupAt } = settings;
  return (
    <StaffForm
      action={paths.admin.settings}
      schema={settingsSchema}
      loaded={{
        acknowledgement: acknowledgement ? 'on' : '',
        retentionMonths,
        secondFactorForAdmins: secondFactorForAdmins ? 'on' : '',
        saySpeed: saySpeed ? 'on' : '',
        backupAt,
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
            <SelectField
              {...retention}
              label="Delete enquiries older than"
              help="Every night, and for good: answered or not, with their replies, notes and all else that belongs to them."
              onChange={(event) => setChosen(event.target.value)}
              options={retentionOptions}
            />
            {isAsked ? <Deletions text={asked} /> : null}
            <Switch
              {...field('saySpeed')}
              label="Say so in public"
              help="The contact page then says how fast half of the enquiries of the last 90 days were answered, as the dashboard does, while there were 20 and more."
            />
            <Switch
              {...field('secondFactorForAdmins')}
              label="Second factor required for admins"
              help="An admin without one is led to set it up, and sees nothing else of the staff area before that. It counts at once, for you as well: have your phone at hand."
            />
            <TextField
              {...field('backupAt')}
              label="Back up daily at"
              optional
              help="Trinidad & Tobago time. Those of 7 days and 4 weeks are kept: see Backups."
              type="time"
              className="max-w-40"
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

/** All settings, for when two admins save at once: they are one row, saved by two forms. */
export const SettingsFacts = ({
  acknowledgement,
  retentionMonths,
  saySpeed,
  secondFactorForAdmins,
  mailTo,
  backupAt,
}: Settings) => (
  <Facts
    of={{
      'Acknowledge enquiries by mail': acknowledgement ? 'Yes' : 'No',
      'Delete enquiries older than': spanText(retentionMonths),
      'Say so in public': saySpeed ? 'Yes' : 'No',
      'Second factor required for admins': secondFactorForAdmins ? 'Yes' : 'No',
      'Back up daily at': backupAt ?? 'Never',
      ...(mailTo ? { 'Told of enquiries': mailTo } : {}),
    }}
  />
);

function Deletions({ text }: { text: string }) {
  return (
    <section
      data-conflict
      {...focusFirst}
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
