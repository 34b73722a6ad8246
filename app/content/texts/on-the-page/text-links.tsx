import { useRouteLoaderData } from '@remix-run/react';
import type { SectionId } from '#db/starting-content/page-texts.ts';

export const makeLinksId = (sectionId: string): string => `texts-${sectionId.replace('.', '-')}`;

/**
 * The anchor above these sections that an editor comes back to, with links to texts that the page does not show. Only
 * the server renders it, so visitors' scripts have none of it.
 */
export const EditTexts = import.meta.env.SSR ? PlacesOfTexts : () => null;

function PlacesOfTexts({ of }: { of: readonly SectionId[] }) {
  const layout = useRouteLoaderData('site/site.layout') as
    | { editing?: { isOn: boolean }; preview?: { section?: SectionId } }
    | undefined;
  const places = layout?.editing?.isOn ? of : of.filter((id) => id === layout?.preview?.section);
  return places.map((id) => <span key={id} id={makeLinksId(id)} />);
}
