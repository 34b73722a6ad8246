import { textSections, type SectionId } from '#db/starting-content/page-texts.ts';
import type { TextSection } from '#db/starting-content/texts/section.ts';
import { paths } from '../../paths.ts';
import { foundTexts } from './found.ts';
import { makeLinksId } from './on-the-page/text-links.tsx';
import { publicPageOf, type ManagedText, type PageName } from './page-content.schema.ts';

/** Each with its public page; visitors do not see those of `isFound`, which search engines get. */
export const listSections = (tab: PageName) =>
  Object.entries<TextSection>(textSections[tab]).map(([id, section]) => ({
    ...section,
    id: `${tab}.${id}` as SectionId,
    page: pageOf(tab, id),
    isFound: id.endsWith('found'),
  }));

/** A page without a tab of its own has its name before its sections on another's: `plans_seo`, `plans_why`. */
const pageOf = (tab: PageName, id: string): string =>
  Object.keys(foundTexts).findLast((page) => {
    const [pageTab, prefix] = foundTexts[page]!;
    return pageTab === tab && id.startsWith(prefix.replace('seo', ''));
  }) ?? publicPageOf[tab];

/** Undefined for texts that staff or an older version have added. */
export const findSection = (tab: PageName, sectionKey: string) =>
  listSections(tab).find(({ texts }) => Object.hasOwn(texts, sectionKey));

export const findPublicPage = (tab: PageName, sectionKey: string): string =>
  findSection(tab, sectionKey)?.page ?? publicPageOf[tab];

/** The sections of a tab that a public page shows; the footer is on every one. */
export const listSectionsOn = (publicPage: string, tab: PageName) =>
  listSections(tab).filter(({ isFound, page }) => !isFound && (tab === 'footer' || page === publicPage));

/** Such as 'Home: hero heading'; made from the key where there is no name. */
export function textName(tab: PageName, sectionKey: string): string {
  const name = findSection(tab, sectionKey)?.texts[sectionKey]?.[1] ?? sectionKey.replaceAll('_', ' ').trim();
  return `${tab[0]!.toUpperCase()}${tab.slice(1)}: ${name}`;
}

export interface TextGroup {
  name: string;
  texts: ManagedText[];
  /** The public page that shows them, unless it is the tab's own or that of the group before. */
  page?: string;
  /** The public page for which search engines get them. */
  found?: string;
}

/** By section, in order; texts without a section come last. */
export function groupTexts(tab: PageName, texts: ManagedText[]): TextGroup[] {
  const of = (id?: SectionId) => texts.filter(({ sectionKey }) => findSection(tab, sectionKey)?.id === id);
  const groups = listSections(tab).map(({ id, name, page, isFound }, index, all) => ({
    name,
    texts: of(id),
    ...(isFound ? { found: page } : page === (all[index - 1]?.page ?? publicPageOf[tab]) ? {} : { page }),
  }));
  return [...groups, { name: 'Other texts', texts: of() }].filter((group) => group.texts.length > 0);
}

/** Where an editor that was opened from the dashboard or a public page leads when it is done. */
export function findWayBack(tab: PageName, sectionKey: string, from: string): string {
  if (from === paths.admin.dashboard) return from;
  const section = findSection(tab, sectionKey);
  return paths.editTexts(from) + (section ? `#${makeLinksId(section.id)}` : '');
}
