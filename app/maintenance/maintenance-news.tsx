import { SeeTheSite } from './preview-links/see-the-site.tsx';
import { expectedBack, type PlannedWindow } from './site-status.ts';
import { useSiteStatus } from './use-site-status.ts';
import { plannedText, useStillPlanned } from './window-form.tsx';

/** For staff who cannot switch maintenance: less than `PanelData`. */
export interface News {
  isClosed: boolean;
  until: string | null;
  planned: PlannedWindow | null;
  isLooking: boolean;
  now: number;
}

/** Follows changes. */
export function MaintenanceNews({ isClosed, until: loadedEnd, planned: loadedPlan, isLooking, now }: News) {
  const { maintenanceMode: isOn, until } = useSiteStatus() ?? { maintenanceMode: isClosed, until: loadedEnd };
  const planned = useStillPlanned(loadedPlan, isOn);
  if (!isOn && !planned) return null;
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="maintenance-heading">
      <h2 id="maintenance-heading" className="text-lg">
        Maintenance
      </h2>
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
    </section>
  );
}
