import { paths } from '../../paths.ts';
import { makeLinksId } from './on-the-page/text-links.tsx';
import { publicPageOf, type ManagedText, type PageName } from './page-content.schema.ts';
import { textSections, type SectionId, type TextSection } from './text-names.ts';

export const listSections = (page: PageName) =>
  Object.entries<TextSection>(textSections[page]).map(([id, rest]) => ({ ...rest, id: `${page}.${id}` as SectionId }));

/** The section that shows a text; none for what staff or an older version have besides. */
export const findSection = (page: PageName, sectionKey: string) =>
  listSections(page).find(({ texts }) => Object.hasOwn(texts, sectionKey));

const pageOf = (page: PageName, section?: TextSection) => section?.page ?? publicPageOf[page];

export const findPublicPage = (page: PageName, sectionKey: string) => pageOf(page, findSection(page, sectionKey));

/** The sections of a tab that a public page shows; the footer is on every one. */
export const listSectionsOn = (publicPage: string, tab: PageName) =>
  listSections(tab).filter((section) => !section.isFound && (tab === 'footer' || pageOf(tab, section) === publicPage));

/** What people call a text, such as 'Home: hero heading'; made from its key where nobody has named it. */
export function textName(page: PageName, sectionKey: string): string {
  const name = findSection(page, sectionKey)?.texts[sectionKey] ?? sectionKey.replaceAll('_', ' ').trim();
  return `${page[0]!.toUpperCase()}${page.slice(1)}: ${name}`;
}

export interface TextGroup {
  name: string;
  texts: ManagedText[];
  /** The public page that shows them, where that is not the tab's own and does not come before. */
  page?: string;
  /** The public page of which search engines get them. */
  found?: string;
}

/** The texts of a page under the names of its sections, in its order; what belongs to none comes last. */
export function groupTexts(page: PageName, texts: ManagedText[]): TextGroup[] {
  const of = (id?: SectionId) => texts.filter(({ sectionKey }) => findSection(page, sectionKey)?.id === id);
  const groups = listSections(page).map(({ id, name, page: on, isFound }, index, all) => ({
    name,
    texts: of(id),
    ...(isFound ? { found: on } : on && on !== all[index - 1]?.page ? { page: on } : {}),
  }));
  return [...groups, { name: 'Other texts', texts: of() }].filter((group) => group.texts.length > 0);
}

/** Where an editor leads once it is done: to the list, or back to where it was opened on the public page `from`. */
export function findWayBack(tab: PageName, sectionKey: string, from: string | undefined): string {
  if (!from) return paths.admin.pages(tab);
  const section = findSection(tab, sectionKey);
  return paths.editTexts(from) + (section ? `#${makeLinksId(section.id)}` : '');
}
