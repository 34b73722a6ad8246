import { useActionData, useLoaderData } from '@remix-run/react';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { MaintenancePanel, type PanelAnswer } from './maintenance-panel.tsx';
import type { SiteStatus } from './site-status.ts';

/** The maintenance panel at its own address: where the strip on public pages leads, and what a failed save answers. */
export function MaintenancePanelPage() {
  const { status } = useLoaderData() as { status: SiteStatus };
  const answer = useActionData() as PanelAnswer | undefined;
  return (
    <div className="grid max-w-3xl gap-6">
      <h1 className="text-2xl">Maintenance</h1>
      <NoticeBanner notice={answer?.notice} />
      <MaintenancePanel status={status} answer={answer} />
    </div>
  );
}
