import { renderToStaticMarkup } from 'react-dom/server';
import type { AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import { paths, publicPages } from '../../../paths.ts';
import { EDITOR_ID, pageTabs, type PageName } from '../page-content.schema.ts';
import { findEditName } from '../page-content.server.ts';
import type { TextLinks } from './text-links.tsx';
import type { SectionId } from '../text-names.ts';
import { makeLinksId, listSectionsOn, textName } from '../text-sections.ts';
import styles from './text-editing.css?inline';

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

/**
 * Puts below a public page what its editors are offered, with the styles of it. At the ends of head and body, where React
 * overlooks it on the page that it takes over: the scripts and styles of visitors know nothing of all this.
 * @param nonce of the page's styles
 */
export function withTextStrip(html: string, editing: TextEditing, nonce: string): string {
  const style = renderToStaticMarkup(<style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />);
  const strip = renderToStaticMarkup(<TextStrip {...editing} />);
  return atEnd(atEnd(html, '</body>', strip), '</head>', style);
}

function atEnd(html: string, end: '</head>' | '</body>', part: string): string {
  const at = end === '</head>' ? html.indexOf(end) : html.lastIndexOf(end);
  return at < 0 ? html : html.slice(0, at) + part + html.slice(at);
}

function TextStrip({ page, sections }: TextEditing) {
  return (
    <aside aria-label="For editors" className="text-strip">
      {sections ? (
        <>
          <div className="hazard" aria-hidden />
          <p>
            <strong>Edit texts.</strong> Above each part of the page are the links to its texts.
          </p>
          <a href={page}>Done</a>
        </>
      ) : (
        <a href={paths.editTexts(page)}>Edit texts</a>
      )}
      <a href={paths.admin.pages()}>Manage Pages</a>
    </aside>
  );
}
