import { paths } from '../../paths.ts';
import type { PageName } from './page-content.schema.ts';
import { sectionOf } from './text-sections.ts';

/** Where the links to the texts of a section stand on a public page. */
export const linksId = (sectionId: string): string => `texts-${sectionId.replace('.', '-')}`;

/**
 * Where an editor leads once it is done: to the list, or to the public page from which it was opened, at the same place.
 * @param from that page
 */
export function wayBack(tab: PageName, sectionKey: string, from: string | undefined): string {
  if (!from) return paths.admin.pages(tab);
  const section = sectionOf(tab, sectionKey);
  return paths.editTexts(from) + (section ? `#${linksId(section.id)}` : '');
}
