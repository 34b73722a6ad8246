import { Link } from '@remix-run/react';
import { PencilSquareIcon } from '@heroicons/react/24/outline';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EDITOR_ID, type CameFrom, type ManagedText, type PageName } from './page-content.schema.ts';
import { PictureEditor } from './editor/picture-editor.tsx';
import { TextEditor } from './editor/text-editor.tsx';
import { TextPreview } from './editor/text-preview.tsx';
import { TypeBadge } from './type-badge.tsx';

export const editLinkId = (sectionKey: string) => `edit-${sectionKey}`;

interface TextItemProps {
  text: ManagedText;
  tab: PageName;
  isEdited: boolean;
  from: CameFrom | undefined;
  answer: FormAnswer<ManagedText> | undefined;
  /** Scripts move the focus and keep the place; without them the address does. */
  isScripted: boolean;
}

/** One page text: what it is, how it reads, and its editor while it is the one being edited. */
export function TextItem({ text, tab, isEdited, from, answer, isScripted }: TextItemProps) {
  const Editor = text.contentType === 'picture' ? PictureEditor : TextEditor;
  const headingId = `text-${text.sectionKey}`;
  return (
    <li className={`px-4 py-3.5 ${isEdited ? 'bg-surface' : ''}`} aria-labelledby={headingId}>
      <div className="flex items-start justify-between gap-4">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 pt-1">
          <h3 id={headingId} className="text-base font-semibold">
            {text.name}
          </h3>
          <span className="text-muted font-mono text-xs break-all">{text.sectionKey}</span>
          <TypeBadge type={text.contentType} />
          <span className="text-muted basis-full text-xs sm:text-sm lg:basis-auto">
            {text.updated ? `Last updated ${text.updated}` : 'Default text, not edited yet'}
          </span>
        </div>
        <div className="flex flex-none flex-wrap justify-end gap-2">
          {text.id === null ? null : (
            <Link to={paths.admin.history('pages', text.id)} className={buttonClass('secondary', 'btn-small')}>
              History<span className="sr-only"> of {text.name}</span>
            </Link>
          )}
          {isEdited ? null : (
            <Link
              id={editLinkId(text.sectionKey)}
              to={`${paths.admin.pages(tab, text.id ?? text.sectionKey)}${isScripted ? '' : `#${EDITOR_ID}`}`}
              className={buttonClass('secondary', 'btn-small flex-none')}
              preventScrollReset
            >
              <PencilSquareIcon aria-hidden className="size-4" />
              Edit<span className="sr-only"> {text.name}</span>
            </Link>
          )}
        </div>
      </div>
      {isEdited ? (
        <Editor key={text.sectionKey} text={text} tab={tab} labelledBy={headingId} from={from} answer={answer} />
      ) : (
        <TextPreview text={text} />
      )}
    </li>
  );
}
