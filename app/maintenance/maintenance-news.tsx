import { SeeTheSite } from './strips.tsx';
import type { PanelData } from './site-status.server.ts';
import { Card } from '../ui/card.tsx';
import { expectedBack } from './site-status.ts';
import { useSiteStatus } from './use-site-status.ts';
import { plannedText, useStillPlanned } from './panel-forms.tsx';

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
