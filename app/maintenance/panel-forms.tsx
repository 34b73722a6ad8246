import { useEffect, useRef, useState } from 'react';
import { StaffForm } from '../forms/staff-form.tsx';
import { isSending, useAnswer, useFormKey, useFormFetcher } from '../forms/use-answer.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { timeOrDay } from '../time/local-time.ts';
import { TextField } from '../ui/field.tsx';
import { inputTime } from '../time/typed-time.ts';
import { messageChangeSchema, windowSchema } from './maintenance.schema.ts';
import { DEFAULT_MAINTENANCE_MESSAGE, expectedBack, messageVersion, windowVersion } from './site-status.ts';
import type { MaintenanceAnswer } from './site-status.ts';
import type { PlannedWindow, ShownMaintenance } from './site-status.server.ts';

interface WindowFormProps extends ShownMaintenance {
  now: number;
  answer?: MaintenanceAnswer;
}

/** While maintenance is on there is only an end. */
export function WindowForm({ status, planned, now, answer: first }: WindowFormProps) {
  const { maintenanceMode: isOn, until } = status;
  const { fetcher, answer } = useFormFetcher(first);
  const version = windowVersion({ status, planned });
  const save = isOn ? 'Set the End' : planned ? 'Change the Plan' : 'Plan Maintenance';
  const typedStart = answer?.result?.initialValue?.startsAt;
  return (
    <section className="mt-5" aria-labelledby="window-heading">
      <h3 id="window-heading" className="text-base">
        Schedule
      </h3>
      <p className="text-muted text-sm">Times are those of Trinidad and Tobago.</p>
      {planned ? <Planned window={planned} version={version} now={now} /> : null}
      <StaffForm
        key={useFormKey(version, answer)}
        action={paths.admin.maintenanceWindow}
        schema={windowSchema}
        loaded={{ startsAt: inputTime(planned?.startsAt ?? null), endsAt: inputTime(planned ? planned.endsAt : until) }}
        answer={answer}
        problem={null}
        version={version}
        conflict={{ show: (stored) => <p>{storedText(stored, now)}</p>, save }}
        isPartOfPage
        fetcher={fetcher}
        className="mt-3 grid justify-items-start gap-3"
      >
        {(field, isBusy) => (
          <>
            <input type="hidden" name="intent" value="window" />
            <div className="flex flex-wrap gap-x-5 gap-y-3">
              {isOn && !typedStart ? null : (
                <TextField {...field('startsAt')} type="datetime-local" label="Start" help="Leave blank to start now" />
              )}
              <TextField {...field('endsAt')} type="datetime-local" label="End" help="Leave blank to end it by hand" />
            </div>
            <Button type="submit" className="btn-small" isBusy={isBusy}>
              {save}
            </Button>
          </>
        )}
      </StaffForm>
    </section>
  );
}

export function plannedText({ startsAt, endsAt }: PlannedWindow, now: number): string {
  const starts = Date.parse(startsAt);
  const end = endsAt && timeOrDay(Date.parse(endsAt), starts); // with its day where that is another than the start's
  return `Maintenance begins at ${timeOrDay(starts, now)}${end ? ` and ends at ${end}` : ', and goes on until it is switched off'}.`;
}

function storedText({ status, planned }: ShownMaintenance, now: number): string {
  if (planned) return plannedText(planned, now);
  if (!status.maintenanceMode) return 'No maintenance is planned.';
  return `Maintenance is on. ${status.until ? `${expectedBack(status.until, now)}.` : 'It goes on until it is switched off.'}`;
}

/** Null once the window has begun, even if the page was loaded before. */
export function useStillPlanned(planned: PlannedWindow | null, isOn: boolean): PlannedWindow | null {
  const [begun, setBegun] = useState<PlannedWindow | null>(null);
  useEffect(() => {
    if (isOn) setBegun(planned);
  }, [isOn, planned]);
  return isOn || begun === planned ? null : planned;
}

/** Cancels the window shown here, and no other that somebody else has planned since. */
function Planned({ window, version, now }: { window: PlannedWindow; version: string; now: number }) {
  const { fetcher, answer } = useFormFetcher<MaintenanceAnswer>();
  const theirs = answer?.stored;
  useAnswer(answer?.notice);
  return (
    <fetcher.Form
      method="post"
      action={paths.admin.maintenance}
      className="border-accent bg-surface mt-3 flex flex-wrap items-center justify-between gap-3 border-l-4 px-4 py-3"
    >
      <p>{plannedText(theirs?.planned ?? window, now)}</p>
      <input type="hidden" name="version" value={theirs?.version ?? version} />
      <input type="hidden" name="intent" value="cancel" />
      <Button type="submit" className="btn-small" isBusy={isSending(fetcher)}>
        Cancel
      </Button>
    </fetcher.Form>
  );
}

const MESSAGE_ID = 'maintenance-message';
const SAVE = 'Update Message';

export function MessageForm({ stored, answer: first }: { stored: string; answer?: MaintenanceAnswer }) {
  const { fetcher, answer } = useFormFetcher(first);
  const changed = useFollowing(stored);
  return (
    <StaffForm
      action={paths.admin.maintenance}
      schema={messageChangeSchema}
      loaded={{ maintenanceMessage: stored }}
      answer={answer}
      problem={null}
      version={messageVersion({ message: stored })}
      conflict={{ show: ({ status }) => <p className="whitespace-pre-line">{status.message}</p>, save: SAVE }}
      isPartOfPage
      fetcher={fetcher}
      className="mt-5 grid justify-items-start gap-3"
    >
      {(field, isBusy) => (
        <>
          <input type="hidden" name="intent" value="message" />
          <TextField
            {...field('maintenanceMessage')}
            id={MESSAGE_ID}
            label="Maintenance Message"
            help="Shown to visitors while maintenance mode is on. Leave it empty to use the default text."
            rows={4}
          />
          <div role="status" className="text-sm">
            {changed !== null && !answer?.stored && (
              <p>
                <strong>Just changed elsewhere to:</strong> {changed}
              </p>
            )}
          </div>
          <Button type="submit" look="primary" className="btn-small" isBusy={isBusy}>
            {SAVE}
          </Button>
        </>
      )}
    </StaffForm>
  );
}

/** Shows a message stored elsewhere. @returns it instead while another one is being typed */
function useFollowing(stored: string): string | null {
  const shown = useRef(stored);
  const [changed, setChanged] = useState<string | null>(null);
  useEffect(() => {
    const field = document.getElementById(MESSAGE_ID) as HTMLTextAreaElement | null;
    if (!field || shown.current === stored) return;
    const typed = field.value;
    const isUntouched = typed === shown.current;
    shown.current = stored;
    if (isUntouched) field.value = stored;
    const isSame = isUntouched || (typed.trim() || DEFAULT_MAINTENANCE_MESSAGE) === stored;
    if (isSame) field.value = stored;
    setChanged(isSame ? null : stored);
  }, [stored]);
  return changed;
}
