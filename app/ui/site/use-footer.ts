import { useRouteLoaderData } from '@remix-run/react';

/** The texts of page `footer`, which the layout of the public pages has loaded: company name and ways to reach it. */
export function useFooter(): Record<string, string> {
  const layout = useRouteLoaderData('site/site.layout') as { footer: Record<string, string> } | undefined;
  return layout?.footer ?? {};
}
