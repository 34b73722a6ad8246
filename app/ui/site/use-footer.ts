import { useRouteLoaderData } from '@remix-run/react';

/** The texts of page `footer`, from the layout of the public pages. */
export function useFooter(): Record<string, string> {
  const layout = useRouteLoaderData('site/site.layout') as { footer: Record<string, string> } | undefined;
  return layout?.footer ?? {};
}
