import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { useRenderContext } from '../../render/render-context.ts';
import { MaintenancePage } from '../../maintenance/maintenance-screen.tsx';
import type { ClosedAnswer } from '../../maintenance/require-site-open.server.ts';
import { useRootData } from '../../forms/root-data.ts';
import { ErrorPage } from '../../ui/site/error-page.tsx';

export function RouteError() {
  const error = useRouteError();
  const company = useRootData()?.company;
  const known = useRenderContext();
  const answer = isRouteErrorResponse(error) ? error : null;
  const reply = answer?.data as Partial<ClosedAnswer> | null | undefined;
  if (answer?.status === 503 && reply?.maintenance) return <MaintenancePage reply={reply as ClosedAnswer} />;
  return <ErrorPage status={answer?.status ?? known.status ?? 500} reference={known.requestId} company={company} />;
}
