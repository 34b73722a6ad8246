import type { ManagedText, PageName } from './page-content.schema.ts';
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

/** What people call a text, such as 'Home: hero heading'; made from its key where nobody has named it. */
export function textName(page: PageName, sectionKey: string): string {
  const name = sectionOf(page, sectionKey)?.texts[sectionKey] ?? sectionKey.replaceAll('_', ' ').trim();
  return `${page[0]!.toUpperCase()}${page.slice(1)}: ${name}`;
}

/** The texts of a page under the names of its sections, in its order; what belongs to none comes last. */
export function groupTexts(page: PageName, texts: ManagedText[]): { name: string; texts: ManagedText[] }[] {
  const of = (id?: SectionId) => texts.filter(({ sectionKey }) => sectionOf(page, sectionKey)?.id === id);
  const groups = sectionsOf(page).map(({ id, name }) => ({ name, texts: of(id) }));
  return [...groups, { name: 'Other texts', texts: of() }].filter((group) => group.texts.length > 0);
}
