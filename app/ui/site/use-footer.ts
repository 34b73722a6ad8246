import { useRouteLoaderData } from '@remix-run/react';

export function useFooter(): Record<string, string> {
  const layout = useRouteLoaderData('site/site.layout') as { footer: Record<string, string> } | undefined;
  return layout?.footer ?? {};
}
