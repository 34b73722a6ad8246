import { publicPageOf, type ManagedText, type PageName } from './page-content.schema.ts';
import { textSections, type SectionId, type TextSection } from './text-names.ts';

/** The sections of a page in its order. */
export const sectionsOf = (page: PageName) =>
  Object.entries<TextSection>(textSections[page]).map(([id, section]) => ({
    ...section,
    id: `${page}.${id}` as SectionId,
  }));

/** The section that shows a text; none for what staff or an older version have besides. */
export const sectionOf = (page: PageName, sectionKey: string) =>
  sectionsOf(page).find(({ texts }) => Object.hasOwn(texts, sectionKey));

/** Where visitors read the texts of a section, or of a page. */
const pageOf = (page: PageName, section?: TextSection) => section?.page ?? publicPageOf[page];

/** Where visitors read a text. */
export const pageOfText = (page: PageName, sectionKey: string) => pageOf(page, sectionOf(page, sectionKey));

/** The sections of a tab that a public page shows; the footer is on every one. */
export const sectionsOn = (publicPage: string, tab: PageName) =>
  sectionsOf(tab).filter((section) => tab === 'footer' || pageOf(tab, section) === publicPage);

/** What people call a text, such as 'Home: hero heading'; made from its key where nobody has named it. */
export function textName(page: PageName, sectionKey: string): string {
  const name = sectionOf(page, sectionKey)?.texts[sectionKey] ?? sectionKey.replaceAll('_', ' ').trim();
  return `${page[0]!.toUpperCase()}${page.slice(1)}: ${name}`;
}

/** Texts under the name of their section. */
export interface TextGroup {
  name: string;
  texts: ManagedText[];
  /** The public page that shows them, where that is not the tab's own and does not come before. */
  page?: string;
}

/** The texts of a page under the names of its sections, in its order; what belongs to none comes last. */
export function groupTexts(page: PageName, texts: ManagedText[]): TextGroup[] {
  const of = (id?: SectionId) => texts.filter(({ sectionKey }) => sectionOf(page, sectionKey)?.id === id);
  const groups = sectionsOf(page).map(({ id, name, page: on }, index, all) => ({
    name,
    texts: of(id),
    ...(on && on !== all[index - 1]?.page ? { page: on } : {}),
  }));
  return [...groups, { name: 'Other texts', texts: of() }].filter((group) => group.texts.length > 0);
}
