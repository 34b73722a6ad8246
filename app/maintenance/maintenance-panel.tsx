import { useEffect, useRef, useState } from 'react';
import { useFetcher } from '@remix-run/react';
import type { Notice } from '../http/notice.ts';
import { useNotify } from '../http/notices.tsx';
import { useErrorTitle } from '../http/use-error-title.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { describedBy, Field } from '../ui/field.tsx';
import { DEFAULT_MAINTENANCE_MESSAGE, type SiteStatus } from './site-status.ts';
import { useSiteStatus } from './use-site-status.ts';

/** What the panel's address answers when something was not saved. */
export interface PanelAnswer {
  notice?: Notice;
  errors?: string[];
  /** What was typed, so that it is not lost. */
  message?: string;
}

interface MaintenancePanelProps {
  status: SiteStatus;
  /** The answer to a form that was sent without JavaScript. */
  answer?: PanelAnswer;
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
  const fetcher = useFetcher<PanelAnswer>();
  useNoticeOf(fetcher.data);
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
      <button
        id="maintenance-mode"
        type="submit"
        role="switch"
        aria-checked={isOn}
        aria-describedby="maintenance-mode-help"
        aria-disabled={isBusy || undefined}
        onClick={(event) => isBusy && event.preventDefault()}
        className="switch"
      />
    </fetcher.Form>
  );
}

function MessageForm({ stored, answer }: { stored: string; answer?: PanelAnswer }) {
  const fetcher = useFetcher<PanelAnswer>();
  useNoticeOf(fetcher.data);
  const field = useRef<HTMLTextAreaElement>(null);
  const isBusy = fetcher.state !== 'idle';
  const errors = (fetcher.data ?? answer)?.errors;
  const changed = useFollowing(field, stored);
  const help = 'Shown to visitors while maintenance mode is on. Leave it empty for the default text.';
  return (
    <fetcher.Form method="post" action={paths.admin.maintenance} className="mt-5 grid justify-items-start gap-3">
      <input type="hidden" name="intent" value="message" />
      <Field id="maintenance-message" label="Maintenance Message" help={help} errors={errors} className="w-full">
        <textarea
          ref={field}
          id="maintenance-message"
          name="maintenanceMessage"
          rows={4}
          className="control"
          defaultValue={answer?.message ?? stored}
          {...describedBy('maintenance-message', { help, errors })}
        />
      </Field>
      <div role="status" className="text-sm">
        {changed !== null && (
          <p>
            <strong>Changed elsewhere just now to:</strong> {changed}
          </p>
        )}
      </div>
      <Button type="submit" look="primary" className="btn-small" aria-disabled={isBusy || undefined}>
        Update Message
      </Button>
    </fetcher.Form>
  );
}

/**
 * Shows a message that was stored elsewhere, unless somebody is typing another one here.
 * @returns the message stored elsewhere while something else stands in the field
 */
function useFollowing(field: React.RefObject<HTMLTextAreaElement>, stored: string): string | null {
  const shown = useRef(stored);
  const [changed, setChanged] = useState<string | null>(null);
  useEffect(() => {
    if (!field.current || shown.current === stored) return;
    const typed = field.current.value;
    const isUntouched = typed === shown.current;
    shown.current = stored;
    if (isUntouched) field.current.value = stored;
    const isSame = isUntouched || (typed.trim() || DEFAULT_MAINTENANCE_MESSAGE) === stored;
    if (isSame) field.current.value = stored;
    setChanged(isSame ? null : stored);
  }, [field, stored]);
  return changed;
}

/** With JavaScript a failure is a toast on the page it happened on. */
function useNoticeOf(answer: PanelAnswer | undefined) {
  const notify = useNotify();
  useErrorTitle(answer);
  useEffect(() => {
    if (answer?.notice) notify(answer.notice);
  }, [answer, notify]);
}
