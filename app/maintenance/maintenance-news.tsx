import { SeeTheSite } from './preview-links/see-the-site.tsx';
import { expectedBack, type PlannedWindow } from './site-status.ts';
import { useSiteStatus } from './use-site-status.ts';
import { plannedText, useStillPlanned } from './window-form.tsx';

/** What those who cannot switch maintenance know of it. */
export interface News {
  isClosed: boolean;
  until: string | null;
  planned: PlannedWindow | null;
  isLooking: boolean;
  now: number;
}

/** Tells them, and leads behind the screen. Follows changes. */
export function MaintenanceNews({ isClosed, until, planned: loadedPlan, isLooking, now }: News) {
  const live = useSiteStatus();
  const isOn = live?.maintenanceMode ?? isClosed;
  const planned = useStillPlanned(loadedPlan, isOn);
  const end = live ? live.until : until;
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
            {end ? ` ${expectedBack(end, now)}.` : ''}
          </p>
          <SeeTheSite isLooking={isLooking} />
        </>
      ) : planned ? (
        <p>{plannedText(planned, now)}</p>
      ) : null}
    </section>
  );
}
