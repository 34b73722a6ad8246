import type { ManagedText } from './page-content.schema.ts';

/** How a text reads: html as HTML, anything else as plain text. */
export function TextPreview({ text }: { text: Pick<ManagedText, 'html' | 'contentValue'> }) {
  if (!text.contentValue) return <p className="text-muted mt-1.5">Empty</p>;
  if (text.html === null) return <p className="mt-1.5 max-w-prose whitespace-pre-line">{text.contentValue}</p>;
  // The server has sanitised it.
  return <div className="prose mt-1.5" dangerouslySetInnerHTML={{ __html: text.html }} />;
}
