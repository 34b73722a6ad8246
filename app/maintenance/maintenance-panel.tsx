import { useState } from 'react';
import { isSending, useAnswer, useFormFetcher } from '../forms/use-answer.ts';
import { SeeTheSite } from './strips.tsx';
import { paths } from '../paths.ts';
import { DEFAULT_MAINTENANCE_MESSAGE, expectedBack, type MaintenanceAnswer } from './site-status.ts';
import type { PanelData } from './site-status.server.ts';
import { useSiteStatus } from './use-site-status.ts';
import { MessageForm, plannedText, useStillPlanned, WindowForm } from './panel-forms.tsx';
import { Card } from '../ui/card.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface MaintenancePanelProps extends PanelData {
  /** To a form that was sent without JavaScript. */
  answer?: MaintenanceAnswer;
  /** On a page of its own nothing is folded. */
  isPage?: boolean;
}

export function MaintenancePanel(props: MaintenancePanelProps) {
  const { status: loaded, planned: loadedPlan, isLooking, now, answer, isPage } = props;
  const status = useSiteStatus(loaded);
  const { maintenanceMode, until } = status;
  const planned = useStillPlanned(loadedPlan, maintenanceMode);
  const intent = answer?.result?.initialValue?.intent;
  const isOfUse = isPage || maintenanceMode || planned !== null;
  const [isUnfolded, setUnfolded] = useState(isOfUse);
  if (isOfUse && !isUnfolded) setUnfolded(true); // and it stays so: somebody may be typing
  return (
    <section className="card p-5" aria-labelledby="maintenance-heading" id="maintenance">
      <h2 id="maintenance-heading" className="text-lg">
        Maintenance Mode
      </h2>
      <ModeSwitch isOn={maintenanceMode} />
      <div role="status">
        {maintenanceMode && (
          <p className="border-warning-500 mt-4 border-l-4 bg-[color-mix(in_oklab,var(--color-warning-500)_10%,var(--color-bg))] px-4 py-[0.85rem]">
            <strong className="text-warning-700 dark:text-warning-300 font-display block">
              Maintenance Mode Active
            </strong>
            Public pages show the maintenance notice. Admin routes remain accessible.{' '}
            {until ? `${expectedBack(until, now)}.` : ''}
          </p>
        )}
      </div>
      <details className="mt-3" open={isUnfolded}>
        <summary className="text-link cursor-pointer py-0.5 font-semibold">Schedule, message and links</summary>
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
          {maintenanceMode ? <SeeTheSite isLooking={isLooking} /> : null}
          <TextLink to={paths.admin.previewLinks}>Links for others to see the site</TextLink>
        </div>
        <WindowForm {...{ status, planned, now }} answer={intent === 'window' ? answer : undefined} />
        <MessageForm
          stored={status.message ?? DEFAULT_MAINTENANCE_MESSAGE}
          answer={intent === 'message' ? answer : undefined}
        />
      </details>
    </section>
  );
}

/** For staff who cannot switch maintenance. Follows changes. */
export function MaintenanceNews({ status, planned: loadedPlan, isLooking, now }: PanelData) {
  const { maintenanceMode: isOn, until } = useSiteStatus(status);
  const planned = useStillPlanned(loadedPlan, isOn);
  if (!isOn && !planned) return null;
  return (
    <Card id="maintenance-heading" title="Maintenance" className="grid gap-3">
      {isOn ? (
        <>
          <p>
            Visitors see the maintenance screen.
            {until ? ` ${expectedBack(until, now)}.` : ''}
          </p>
          <SeeTheSite isLooking={isLooking} />
        </>
      ) : planned ? (
        <p>{plannedText(planned, now)}</p>
      ) : null}
    </Card>
  );
}

function ModeSwitch({ isOn }: { isOn: boolean }) {
  const { fetcher, answer } = useFormFetcher();
  useAnswer(answer?.notice);
  const isBusy = isSending(fetcher);
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
      <span className={switchClass}>
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
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
      </span>
    </fetcher.Form>
  );
}

const switchClass = [
  'border-control bg-surface2 relative h-7 w-12 flex-none overflow-clip rounded-full border-[1.5px]',
  'transition-[background-color,border-color] duration-180 ease-[ease]',
  'has-focus-visible:outline-focus has-focus-visible:outline-3 has-focus-visible:outline-offset-2',
  'has-aria-checked:border-warning-600 has-aria-checked:bg-warning-600',
  // the knob
  'after:bg-muted after:pointer-events-none after:absolute after:top-1/2 after:left-[0.2rem]',
  'after:size-[1.15rem] after:-translate-y-1/2 after:rounded-[50%]',
  'after:transition-[translate] after:duration-180 after:ease-[ease]',
  'has-aria-checked:after:translate-x-[1.2rem] has-aria-checked:after:bg-white',
  // Forced colours ignore grounds: the switch takes the device's own.
  'forced-colors:after:bg-[ButtonText] forced-colors:after:forced-color-adjust-none',
  'forced-colors:has-aria-checked:bg-[SelectedItem] forced-colors:has-aria-checked:forced-color-adjust-none',
  'forced-colors:has-aria-checked:after:bg-[SelectedItemText]',
].join(' ');
