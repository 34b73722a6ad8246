import { renderToStaticMarkup } from 'react-dom/server';
import type { App } from '#db/app.ts';
import { paths } from '../../../paths.ts';
import { EDITOR_ID, pageTabs, type PageName } from '../page-content.schema.ts';
import { findEditName } from '../page-content.server.ts';
import { listSectionsOn, textName } from '../text-sections.server.ts';
import { makeLinksId } from './text-links.tsx';
import type { TextEditing } from './unsaved-texts.server.ts';
import styles from './text-editing.css?inline';
import { outlineTexts } from './text-marks.server.ts';

interface Files {
  nonce: string;
  /** The full stylesheet: an editor opens on the page. */
  sheet: string;
  script: string;
}

/**
 * Adds what editors are offered to a public page, with its styles, at the ends of head and body: React overlooks it
 * there, and visitors' files have none of it.
 */
export function withTextEditing(app: App, html: string, editing: TextEditing, { nonce, sheet, script }: Files): string {
  const head = renderToStaticMarkup(
    <>
      {editing.isOn ? <link rel="stylesheet" href={sheet} /> : null}
      <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />
      {editing.isOn ? <script type="module" async src={script} nonce={nonce} /> : null}
    </>,
  );
  const page = editing.isOn ? withTextsToEdit(app, html, editing.page) : html;
  return atEnd(atEnd(page, '</body>', renderToStaticMarkup(<TextStrip {...editing} />)), '</head>', head);
}

function atEnd(html: string, end: '</head>' | '</body>', part: string): string {
  const at = end === '</head>' ? html.indexOf(end) : html.lastIndexOf(end);
  return at < 0 ? html : html.slice(0, at) + part + html.slice(at);
}

/** Outlines each text, with a link to its editor. Texts that the page does not show are links above their section. */
function withTextsToEdit(app: App, page: string, from: string): string {
  const address = (tab: PageName, key: string) =>
    `${paths.admin.pages(tab, findEditName(app, tab, key), from)}#${EDITOR_ID}`;
  const { html, shown } = outlineTexts(page, (tab, key, inside) => {
    const name = `Edit ${textName(tab, key)}`;
    const element = inside.startsWith('<') ? (
      <div className="text-here prose" data-text={`${tab}.${key}`}>
        INSIDE
        <a href={address(tab, key)} className="text-edit" aria-label={name}>
          Edit
        </a>
      </div>
    ) : (
      <a href={address(tab, key)} className="text-here" data-text={`${tab}.${key}`} title={name}>
        INSIDE
      </a>
    );
    return renderToStaticMarkup(element).replace('INSIDE', () => inside);
  });
  return pageTabs
    .flatMap((tab) => listSectionsOn(from, tab).map((section) => ({ ...section, tab })))
    .reduce((done, { id, tab, name, texts }) => {
      const hidden = Object.entries(texts).filter(([key]) => !shown.has(`${tab}.${key}`));
      if (!hidden.length) return done;
      const place = makeLinksId(id);
      const links = (
        // As wide as the page's own content.
        <nav
          id={place}
          aria-label={`Edit texts: ${name}`}
          className="text-links on-dark bg-navy-900 border-steel-500 flex flex-wrap items-baseline gap-x-3 gap-y-1.5 border-t px-[max(clamp(1.25rem,4vw,2.5rem),(100%-73rem)/2)] py-2 text-sm/[1.4] print:hidden"
        >
          <p className="text-muted font-semibold">Hidden texts</p>
          <ul className="flex flex-wrap gap-1.5">
            {hidden.map(([key, [, words]]) => (
              <li key={key}>
                <a
                  href={address(tab, key)}
                  className="border-steel-500 hover:bg-navy-700 text-link block rounded-sm border px-2 py-[0.2rem] first-letter:uppercase hover:underline"
                  data-text={`${tab}.${key}`}
                  aria-label={`Edit ${textName(tab, key)}`}
                >
                  {words}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      );
      return done.replace(`<span id="${place}"></span>`, () => renderToStaticMarkup(links));
    }, html);
}

const LINK = 'text-link py-0.5 font-semibold underline underline-offset-[0.22em]';

function TextStrip({ page, isOn }: TextEditing) {
  const edge = isOn ? 'pt-3 pb-2' : 'border-steel-500 border-t py-2';
  return (
    // The button back to the top lies at its end.
    <aside
      aria-label="For editors"
      className={`text-strip on-dark bg-navy-900 relative bottom-0 z-25 flex flex-wrap items-center gap-x-5 gap-y-1 pr-20 pl-[clamp(1.25rem,4vw,2.5rem)] text-sm/normal print:hidden [@media(height>20rem)]:sticky ${edge}`}
    >
      {isOn ? (
        <>
          <div className="hazard absolute inset-x-0 top-0" aria-hidden />
          <p>
            <strong>Edit texts.</strong> Choose an outlined text to change it.
          </p>
          <a className={LINK} href={page}>
            Done
          </a>
        </>
      ) : (
        <a className={LINK} href={paths.editTexts(page)}>
          Edit texts
        </a>
      )}
      <a className={LINK} href={paths.admin.pages()}>
        Manage Pages
      </a>
    </aside>
  );
}
