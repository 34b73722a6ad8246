import { PageContent, pageNames } from '#db/entities/content.ts';
import { known } from '#db/known.ts';
import { pageTexts as defaults } from '#db/starting-content/page-texts.ts';
import { sanitiseHtml } from './sanitise-html.server.ts';

export type PageName = (typeof pageNames)[number];
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
