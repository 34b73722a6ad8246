import { findPicture, makeSizes } from '../../pictures/picture.ts';
import { ShownPicture } from '../../pictures/shown-picture.tsx';
import type { ManagedText } from '../page-content.schema.ts';

export function TextPreview({ text }: { text: Pick<ManagedText, 'html' | 'contentType' | 'contentValue'> }) {
  if (!text.contentValue) return <p className="text-muted mt-1.5">Empty</p>;
  const picture = text.contentType === 'picture' ? findPicture(text.contentValue) : null;
  if (picture)
    return (
      <figure className="mt-1.5 grid max-w-prose grid-cols-[minmax(6rem,15rem)_1fr] items-start gap-4">
        <ShownPicture picture={picture} sizes={makeSizes('15rem')} className="aspect-square w-full object-cover" />
        <figcaption>{picture.alt || 'Decorative'}</figcaption>
      </figure>
    );
  if (text.html === null) return <p className="mt-1.5 max-w-prose whitespace-pre-line">{text.contentValue}</p>;
  // The server has sanitised it.
  return <div className="prose mt-1.5" dangerouslySetInnerHTML={{ __html: text.html }} />;
}
