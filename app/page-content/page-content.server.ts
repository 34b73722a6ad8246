import { PageContent, pageNames } from '#db/entities/content.ts';
import { known } from '#db/known.ts';
import type { EntityManager } from '#db/orm.ts';
import { pageTexts as defaults } from '#db/starting-content/page-texts.ts';
import { localDay } from '../ui/dates.ts';
import { contactProblem } from './contact-value.ts';
import { MAX_VALUE, REQUIRED, TOO_LONG, type ManagedText, type PageName } from './page-content.schema.ts';
import { sanitiseHtml } from './sanitise-html.server.ts';

export type { PageName };
/** The texts of one page by their section key. */
export type Texts = Record<string, string>;

type Row = { pageName: string; sectionKey: string; contentType: string; contentValue: string };

/** Built-in texts first, so that a key without a row still says something; then the rows. */
function byPage(rows: Row[]): Record<PageName, Texts> {
  const pages = Object.fromEntries(pageNames.map((name) => [name, {} as Texts])) as Record<PageName, Texts>;
  for (const { pageName, sectionKey, contentType, contentValue } of [...defaults, ...rows]) {
    pages[pageName as PageName][sectionKey] = contentType === 'html' ? sanitiseHtml(contentValue) : contentValue;
  }
  return pages;
}

const texts = known('page_content', byPage([]), async (em) => byPage(await em.find(PageContent, {})));

/** The texts of a page as this process knows them; `html` ones are safe to show as HTML. */
export const pageTexts = (page: PageName): Texts => texts.get()[page];

/** The company's name and ways to reach it, from the footer's texts. */
export function companyDetails() {
  const footer = pageTexts('footer');
  return {
    name: footer.company_name ?? '',
    phones: [footer.phone_1 ?? '', footer.phone_2 ?? ''],
    email: footer.email ?? '',
    networkLink: footer.network_link ?? '',
  };
}

const managed = ({ id, sectionKey, contentType, contentValue, version, updatedAt }: PageContent): ManagedText => {
  const html = contentType === 'html' ? sanitiseHtml(contentValue) : null;
  return { id, sectionKey, contentType, contentValue, html, version, updated: localDay(updatedAt) };
};

/** The texts of a page in their order, as they are stored now. */
export async function listTexts(em: EntityManager, pageName: PageName): Promise<ManagedText[]> {
  const orderBy = { displayOrder: 'asc', id: 'asc' } as const;
  return (await em.find(PageContent, { pageName }, { disableIdentityMap: true, orderBy })).map(managed);
}

/** One text of a page as it is stored now; null if the page has none of that id. */
export async function findText(em: EntityManager, pageName: PageName, id: number): Promise<ManagedText | null> {
  const row = await em.findOne(PageContent, { id, pageName }, { disableIdentityMap: true });
  return row && managed(row);
}

/**
 * Judges a new value of a text by its type.
 * @param value not empty, its lines ended by LF
 * @returns the value as it is to be stored (html is sanitised), or what is wrong with it
 */
export function judgeValue(text: ManagedText, value: string): { value: string } | { problem: string } {
  const clean = text.contentType === 'html' ? sanitiseHtml(value).trim() : value;
  const isEmpty = text.contentType === 'html' && !/[^\s\u00a0]/.test(clean.replace(/<[^>]*>/g, ''));
  const problem = text.contentType === 'contact' && contactProblem(text.sectionKey, text.contentValue, value);
  if (problem) return { problem };
  if (!clean || isEmpty) return { problem: REQUIRED };
  return [...clean].length > MAX_VALUE ? { problem: TOO_LONG } : { value: clean };
}

/**
 * Saves a text unless somebody else has changed it since.
 * @param version the state that the change was made on
 * @param value as `judgeValue` gave it
 * @returns 'saved' (also if it already reads like this), 'gone', or what is stored instead
 */
export async function updateText(
  em: EntityManager,
  pageName: PageName,
  id: number,
  version: number,
  value: string,
): Promise<'saved' | 'gone' | ManagedText> {
  const saved = await em.execute<unknown[]>(
    `update page_content set content_value = ?, version = version + 1, updated_at = now()
     where id = ? and page_name = ? and version = ? returning id`,
    [value, id, pageName, version],
  );
  if (saved.length) {
    await texts.refresh().catch(() => {}); // stored by now: should this read fail, the change notice brings it
    return 'saved';
  }
  const stored = await findText(em, pageName, id);
  if (!stored) return 'gone';
  return stored.contentValue === value ? 'saved' : stored;
}
