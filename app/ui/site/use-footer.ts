import { useRouteLoaderData } from '@remix-run/react';

export const useFooter = (): Record<string, string> =>
  (useRouteLoaderData('site/site.layout') as { footer: Record<string, string> } | undefined)?.footer ?? {};
