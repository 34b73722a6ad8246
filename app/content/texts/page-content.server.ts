import type { App } from '#db/app.ts';
import { PageContent, pageNames } from '#db/entities/content.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import { pageTexts as defaults } from '#db/starting-content/page-texts.ts';
import { versioned } from '../versions/versioned.server.ts';
import { paths } from '../../paths.ts';
import { describePicture, findPicture } from '../pictures/picture.ts';
import type { Found } from '../../ui/site/page-meta.ts';
import { foundTexts, readFound } from './found.ts';
import type { PageName } from './page-content.schema.ts';
import { makeHtml, typedHtml } from './html-text.server.ts';
import { textName } from './text-sections.server.ts';

/** By section key. */
export type Texts = Record<string, string>;

type Row = { id?: number; pageName: string; sectionKey: string; contentType: string; contentValue: string };

/** Built-in texts first, for keys without a row. */
function byPage(rows: Row[]): Record<PageName, Texts> {
  const pages = Object.fromEntries(pageNames.map((name) => [name, {} as Texts])) as Record<PageName, Texts>;
  for (const { pageName, sectionKey, contentType, contentValue } of [...defaults, ...rows])
    pages[pageName as PageName][sectionKey] = contentType === 'html' ? makeHtml(contentValue) : contentValue;
  return pages;
}

const toShow = (rows: Row[]) => ({
  pages: byPage(rows),
  ids: new Map(rows.map(({ id, pageName, sectionKey }) => [`${pageName}.${sectionKey}`, id])),
});
const texts = cachedSnapshot('page_content', toShow([]), async (em) => toShow(await em.find(PageContent, {})));

function shownValue(type: string, value: string): string {
  if (type === 'html') return typedHtml(value);
  const picture = type === 'picture' ? findPicture(value) : null;
  return picture ? describePicture(picture) : value;
}

export const versionedTexts = versioned<PageContent>({
  noun: 'pages',
  label: 'Page texts',
  entity: PageContent,
  table: 'page_content',
  fields: { contentValue: 'Text' },
  called: ({ sectionKey, pageName }) => `the text “${textName(pageName, sectionKey)}”`,
  shown: (_name, { contentValue }, { contentType }) => shownValue(contentType, String(contentValue)),
  showChange: texts.showChange,
  list: (row) => paths.admin.pages(row?.pageName),
  edit: (id, page) => paths.admin.pages(page, id),
  group: 'page_name',
});

/** `html` texts are safe to show. */
export const pageTexts = (app: App, page: PageName): Texts => texts.get(app).pages[page];

/** Undefined where editors give search engines nothing. */
export function findFound(app: App, path: string): Found | undefined {
  const [tab] = foundTexts[path.toLowerCase()] ?? [];
  const found = tab && readFound(path.toLowerCase(), pageTexts(app, tab));
  return found && Object.keys(found).length ? found : undefined;
}

/** A text's name in the address of its editor: its id or, without a row, its section key. */
export const findEditName = (app: App, page: PageName, sectionKey: string): number | string =>
  texts.get(app).ids.get(`${page}.${sectionKey}`) ?? sectionKey;

export function companyDetails(app: App, footer = pageTexts(app, 'footer')) {
  return {
    name: footer.company_name ?? '',
    phones: [footer.phone_1, footer.phone_2].filter((phone): phone is string => Boolean(phone)),
    email: footer.email ?? '',
    whatsapp: footer.whatsapp ?? '',
  };
}
