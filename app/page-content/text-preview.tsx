import type { ManagedText } from './page-content.schema.ts';

// The admin area resets the looks of plain tags; these bring them back.
const htmlLook =
  'grid gap-2 [&_a]:text-link [&_a]:underline [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5 ' +
  '[&_blockquote]:border-l-4 [&_blockquote]:border-border [&_blockquote]:pl-3 [&_strong]:font-bold [&_b]:font-bold';

/** How a text reads: html as HTML, anything else as plain text. */
export function TextPreview({ text }: { text: Pick<ManagedText, 'html' | 'contentValue'> }) {
  if (text.html === null) return <p className="mt-1.5 max-w-prose whitespace-pre-line">{text.contentValue}</p>;
  // The server has sanitised it.
  return <div className={`mt-1.5 max-w-prose ${htmlLook}`} dangerouslySetInnerHTML={{ __html: text.html }} />;
}
