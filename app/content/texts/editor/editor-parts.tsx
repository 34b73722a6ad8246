import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';
import { Button, buttonClass } from '../../../ui/button.tsx';
import type { TextEditorProps } from './text-editor.tsx';
import { findPicture, makeSizes } from '../../pictures/picture.ts';
import { ShownPicture } from '../../pictures/shown-picture.tsx';
import { isFoundText } from '../found.ts';
import type { ManagedText } from '../page-content.schema.ts';

interface EditorButtonsProps extends Pick<TextEditorProps, 'text' | 'list' | 'from'> {
  isBusy: boolean;
  children?: ReactNode;
}

export function EditorButtons({ isBusy, text, list, from, children }: EditorButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" look="primary" className="btn-small" isBusy={isBusy}>
        Save
      </Button>
      {isFoundText(text.sectionKey) ? null : (
        <Button type="submit" name="intent" value="preview" className="btn-small" isBusy={isBusy}>
          Preview
        </Button>
      )}
      {children}
      <Link
        to={from?.back ?? list}
        reloadDocument={from !== undefined}
        className={buttonClass('quiet', 'btn-small')}
        preventScrollReset
      >
        Cancel
      </Link>
    </div>
  );
}

export function TextPreview({ text }: { text: Pick<ManagedText, 'html' | 'contentType' | 'contentValue'> }) {
  const nothing = text.contentType === 'picture' ? 'The picture delivered with the site' : 'Empty';
  if (!text.contentValue) return <p className="text-muted mt-1.5">{nothing}</p>;
  const picture = text.contentType === 'picture' ? findPicture(text.contentValue) : null;
  if (picture)
    return (
      <figure className="mt-1.5 grid max-w-prose items-start gap-4 sm:grid-cols-[minmax(6rem,15rem)_1fr]">
        <ShownPicture picture={picture} sizes={makeSizes('15rem')} className="aspect-square w-full object-cover" />
        <figcaption>{picture.alt || 'Decorative'}</figcaption>
      </figure>
    );
  if (text.html === null) return <p className="mt-1.5 max-w-prose whitespace-pre-line">{text.contentValue}</p>;
  // The server has sanitised it.
  return <div className="prose mt-1.5" dangerouslySetInnerHTML={{ __html: text.html }} />;
}
