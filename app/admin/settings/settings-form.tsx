import { Fragment, useState } from 'react';
import type { Settings } from '#db/settings.ts';
import type { FormAnswer } from '../../forms/answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { Switch } from '../../forms/switch.tsx';
import { paths } from '../../paths.ts';
import { Button, SubmitButton } from '../../ui/button.tsx';
import { Facts } from '../../ui/conflict.tsx';
import { focusFirst, TextField, SelectField } from '../../ui/field.tsx';
import { described, retentionOptions, settingNames, settingsSchema } from './settings.schema.ts';

const SAVE = 'Save Settings';

/** A change that deletes enquiries is saved only after it has said how many. */
export function SettingsForm({ settings, answer }: { settings: Settings; answer: FormAnswer<Settings> | undefined }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const loaded = settingNames.map((name) => [name, settings[name] === true ? 'on' : settings[name] || '']);
  return (
    <StaffForm
      action={paths.admin.settings}
      schema={settingsSchema}
      loaded={Object.fromEntries(loaded) as Record<string, string | number>}
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
            {settingNames.map((name) => {
              const { label, help, control } = described[name];
              const all = { ...field(name), label, help };
              if (control === 'switch') return <Switch key={name} {...all} />;
              if (control === 'time')
                return <TextField key={name} {...all} optional type="time" className="max-w-40" />;
              return (
                <Fragment key={name}>
                  <SelectField
                    {...all}
                    onChange={(event) => setChosen(event.target.value)}
                    options={retentionOptions}
                  />
                  {isAsked ? <Deletions text={asked} /> : null}
                </Fragment>
              );
            })}
            <div>
              {isAsked ? (
                <Button type="submit" look="danger" name="deletes" value={retention.defaultValue} isBusy={isBusy}>
                  Save all the same
                </Button>
              ) : (
                <SubmitButton isBusy={isBusy}>{SAVE}</SubmitButton>
              )}
            </div>
          </>
        );
      }}
    </StaffForm>
  );
}

/** All settings, though two forms save them: they are one row, which two admins may save at once. */
export function SettingsFacts({ mailTo, ...settings }: Settings) {
  const facts = settingNames.map((name) => [described[name].label, described[name].show(settings[name] as never)]);
  return <Facts of={{ ...Object.fromEntries(facts), ...(mailTo ? { 'Told of enquiries': mailTo } : {}) }} />;
}

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
