import { useEffect, useRef, useState } from 'react';
import { useFetcher } from '@remix-run/react';
import type { FormAnswer } from '../forms/form-answer.ts';
import { StaffForm } from '../forms/staff-form.tsx';
import { useAnswer } from '../forms/use-answer.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { messageChangeSchema } from './maintenance.schema.ts';
import { DEFAULT_MAINTENANCE_MESSAGE, type SiteStatus } from './site-status.ts';
import { useSiteStatus } from './use-site-status.ts';

const MESSAGE_ID = 'maintenance-message';

interface MaintenancePanelProps {
  status: SiteStatus;
  /** The answer to a message that was sent without JavaScript. */
  answer?: FormAnswer<never>;
}

/** The maintenance switch and its message, for admins. Follows changes made elsewhere. */
export function MaintenancePanel({ status: loaded, answer }: MaintenancePanelProps) {
  const status = useNewest(loaded);
  const { maintenanceMode } = status;
  return (
    <section className="card p-5" aria-labelledby="maintenance-heading" id="maintenance">
      <h2 id="maintenance-heading" className="text-lg">
        Maintenance Mode
      </h2>
      <ModeSwitch isOn={maintenanceMode} />
      <div role="status">
        {maintenanceMode && (
          <p className="maintenance-notice mt-4">
            <strong className="font-display block">Maintenance Mode Active</strong>
            Public pages show the maintenance notice. Admin routes remain accessible.
          </p>
        )}
      </div>
      <MessageForm stored={status.message ?? DEFAULT_MAINTENANCE_MESSAGE} answer={answer} />
    </section>
  );
}

/** Whichever came last: what the page was loaded with, or live word of a change. */
function useNewest(loaded: SiteStatus): SiteStatus {
  const [status, setStatus] = useState(loaded);
  const live = useSiteStatus();
  useEffect(() => setStatus(loaded), [loaded]);
  useEffect(() => {
    if (live) setStatus(live);
  }, [live]);
  return status;
}

function ModeSwitch({ isOn }: { isOn: boolean }) {
  const fetcher = useFetcher<FormAnswer>();
  useAnswer(fetcher.data?.notice);
  const isBusy = fetcher.state !== 'idle';
  return (
    <fetcher.Form method="post" action={paths.admin.maintenance} className="mt-4 flex items-start gap-4">
      <input type="hidden" name="intent" value={isOn ? 'disable' : 'enable'} />
      <div className="grow">
        <label htmlFor="maintenance-mode" className="font-semibold">
          Enable Maintenance Mode
        </label>
        <p id="maintenance-mode-help" className="text-muted text-sm">
          When enabled, public pages show a maintenance notice.
        </p>
      </div>
      <span className="switch">
        {/* the standard lets this kind of button be a switch, a `<button>` that submits not */}
        <input
          id="maintenance-mode"
          type="submit"
          value="Enable Maintenance Mode"
          role="switch"
          aria-checked={isOn}
          aria-describedby="maintenance-mode-help"
          aria-disabled={isBusy || undefined}
          onClick={(event) => isBusy && event.preventDefault()}
        />
      </span>
    </fetcher.Form>
  );
}

function MessageForm({ stored, answer }: { stored: string; answer?: FormAnswer<never> }) {
  const fetcher = useFetcher<FormAnswer<never>>();
  const changed = useFollowing(stored);
  return (
    <StaffForm
      action={paths.admin.maintenance}
      schema={messageChangeSchema}
      loaded={{ maintenanceMessage: stored }}
      answer={fetcher.data ?? answer}
      problem={null}
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
            {changed !== null && (
              <p>
                <strong>Just changed elsewhere to:</strong> {changed}
              </p>
            )}
          </div>
          <Button type="submit" look="primary" className="btn-small" aria-disabled={isBusy || undefined}>
            Update Message
          </Button>
        </>
      )}
    </StaffForm>
  );
}

/**
 * Shows a message that was stored elsewhere, unless somebody is typing another one here.
 * @returns the message stored elsewhere while something else stands in the field
 */
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
