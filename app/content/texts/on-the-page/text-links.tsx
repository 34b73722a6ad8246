import { useRouteLoaderData } from '@remix-run/react';
import type { SectionId } from '../text-names.ts';

export interface TextLinks {
  name: string;
  anchor: string;
  links: { words: string; name: string; href: string }[];
}

/**
 * For an editor who asked for them: links to the editors of the texts of these sections, which come next on the page; or,
 * with an unsaved text of theirs in it, the place that its address names. Such a page is a document, so nothing of this is in the scripts of visitors.
 */
export const EditTexts = import.meta.env.SSR ? LinksToTexts : () => null;

function LinksToTexts({ of }: { of: readonly SectionId[] }) {
  const layout = useRouteLoaderData('site/site.layout') as
    | {
        editing?: { sections?: Record<SectionId, TextLinks> };
        preview?: { anchor?: { section: SectionId; id: string } };
      }
    | undefined;
  const sections = layout?.editing?.sections;
  const place = layout?.preview?.anchor;
  if (place && of.includes(place.section)) return <span id={place.id} />;
  return sections
    ? of.map((id) => {
        const { name, anchor, links } = sections[id]!;
        return (
          <nav key={id} id={anchor} aria-label={`Edit texts: ${name}`} className="text-links">
            <p aria-hidden>{name}</p>
            <ul>
              {links.map((link) => (
                <li key={link.href}>
                  <a href={link.href} aria-label={`Edit ${link.name}`}>
                    {link.words}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        );
      })
    : null;
}
