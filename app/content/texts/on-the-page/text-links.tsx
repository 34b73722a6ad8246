import { useRouteLoaderData } from '@remix-run/react';
import type { SectionId } from '#db/starting-content/page-texts.ts';

export const makeLinksId = (sectionId: string): string => `texts-${sectionId.replace('.', '-')}`;

/**
 * The place above these sections, which come next on the page, that an editor comes back to, and where the links to texts
 * stand that the page does not show. Such a page is a document, so nothing of this is in the scripts of visitors.
 */
export const EditTexts = import.meta.env.SSR ? PlacesOfTexts : () => null;

function PlacesOfTexts({ of }: { of: readonly SectionId[] }) {
  const layout = useRouteLoaderData('site/site.layout') as
    { editing?: { isOn: boolean }; preview?: { section?: SectionId } } | undefined;
  const places = layout?.editing?.isOn ? of : of.filter((id) => id === layout?.preview?.section);
  return places.map((id) => <span key={id} id={makeLinksId(id)} />);
}
