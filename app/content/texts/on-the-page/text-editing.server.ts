import type { AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import { paths, publicPages } from '../../../paths.ts';
import { EDITOR_ID, pageTabs, type PageName } from '../page-content.schema.ts';
import { findEditName } from '../page-content.server.ts';
import type { TextLinks } from './text-links.tsx';
import type { SectionId } from '../text-names.ts';
import { makeLinksId, listSectionsOn, textName } from '../text-sections.ts';

/** What an editor is offered on a public page: to edit its texts, and once that is chosen the links to them. */
export interface TextEditing {
  page: string;
  /** Absent until they are asked for. */
  sections?: Partial<Record<SectionId, TextLinks>>;
}

/** What a signed-in editor gets beside a public page; nothing that it costs is paid by visitors. */
export function textEditing({ app }: AppLoadContext, request: Request): TextEditing | null {
  const { pathname: page, searchParams } = new URL(request.url);
  if (!publicPages.includes(page)) return null;
  if (searchParams.get('edit') !== 'texts') return { page };
  return { page, sections: Object.fromEntries(pageTabs.flatMap((tab) => makeLinks(app, tab, page))) };
}

const makeLinks = (app: App, tab: PageName, page: string): [SectionId, TextLinks][] =>
  listSectionsOn(page, tab).map(({ id, name, texts }) => [
    id,
    {
      name,
      anchor: makeLinksId(id),
      links: Object.entries(texts).map(([key, words]) => ({
        words,
        name: textName(tab, key),
        href: `${paths.admin.pages(tab, findEditName(app, tab, key), page)}#${EDITOR_ID}`,
      })),
    },
  ]);
