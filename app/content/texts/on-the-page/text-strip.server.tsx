import { renderToStaticMarkup } from 'react-dom/server';
import { paths } from '../../../paths.ts';
import type { TextEditing } from './text-editing.server.ts';
import styles from './text-editing.css?inline';

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
