import { findPicture } from '../../pictures/picture.ts';
import { ShownPicture } from '../../pictures/shown-picture.tsx';
import type { ManagedText } from '../page-content.schema.ts';

export function TextPreview({ text }: { text: Pick<ManagedText, 'html' | 'contentType' | 'contentValue'> }) {
  if (!text.contentValue) return <p className="text-muted mt-1.5">Empty</p>;
  const picture = text.contentType === 'picture' ? findPicture(text.contentValue) : null;
  if (picture)
    return (
      <figure className="mt-1.5 grid max-w-prose grid-cols-[6rem_1fr] items-start gap-4">
        <ShownPicture picture={picture} sizes="6rem" className="h-auto w-full" />
        <figcaption>{picture.alt}</figcaption>
      </figure>
    );
  if (text.html === null) return <p className="mt-1.5 max-w-prose whitespace-pre-line">{text.contentValue}</p>;
  // The server has sanitised it.
  return <div className="prose mt-1.5" dangerouslySetInnerHTML={{ __html: text.html }} />;
}
