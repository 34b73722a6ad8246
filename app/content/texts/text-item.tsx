import { useEffect, useRef } from 'react';
import { Link, useLocation } from '@remix-run/react';
import { PencilSquareIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { withListQuery } from '../../forms/list-query.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import { EDITOR_ID, type ContentType, type PageName } from './page-content.schema.ts';
import { PictureEditor } from './editor/picture-editor.tsx';
import { TextEditor, type TextEditorProps } from './editor/text-editor.tsx';
import { TextPreview } from './editor/editor-parts.tsx';

const editLinkId = (sectionKey: string) => `edit-${sectionKey}`;

export interface TextItemProps extends Omit<TextEditorProps, 'labelledBy' | 'action' | 'list'> {
  tab: PageName;
  isEdited: boolean;
}

export function TextItem({ text, tab, isEdited, from, answer }: TextItemProps) {
  const isScripted = useScripted(); // scripts move the focus and keep the place; otherwise the address does
  const { search } = useLocation();
  const at = (edit?: number, page?: string) => withListQuery(paths.admin.pages(tab, edit, page), search);
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
          <span className={`rounded-sm border px-1.5 py-0.5 text-xs font-semibold ${badges[text.contentType]}`}>
            {text.contentType}
          </span>
          <span className="text-muted basis-full text-xs sm:text-sm lg:basis-auto">
            {`Last updated ${text.updated}`}
          </span>
        </div>
        <div className="flex flex-none flex-wrap justify-end gap-2">
          <Link to={paths.admin.history('pages', text.id)} className={buttonClass('secondary', 'btn-small')}>
            History<span className="sr-only"> of {text.name}</span>
          </Link>
          {isEdited ? null : (
            <Link
              id={editLinkId(text.sectionKey)}
              to={`${at(text.id)}${isScripted ? '' : `#${EDITOR_ID}`}`}
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
        <Editor
          key={text.sectionKey}
          {...{ text, from, answer }}
          action={at(text.id, from?.page)}
          list={at()}
          labelledBy={headingId}
        />
      ) : (
        <TextPreview text={text} />
      )}
    </li>
  );
}

const badges: Record<ContentType, string> = {
  heading: 'border-navy-900 bg-navy-900 text-white dark:border-mist-100 dark:bg-mist-100 dark:text-navy-950',
  text: 'border-control bg-bg text-text',
  html: 'border-amber-400 bg-amber-400 text-navy-950',
  button: 'border-steel-600 bg-steel-600 text-white',
  list: 'border-ok bg-bg text-ok',
  picture: 'border-ok bg-ok text-bg',
  contact: 'border-accent-text bg-bg text-accent-text border-dashed',
};

/** Focuses an editor that opens or is refused, and its Edit link when it closes. */
export function useFocusOnEdit(editKey: string | null, answer: object | undefined): void {
  const isScripted = useScripted();
  const { hash } = useLocation();
  const previous = useRef(isScripted && hash ? null : editKey); // on a first load the browser itself goes to the hash
  useEffect(() => {
    const was = previous.current;
    previous.current = editKey;
    if (editKey !== was || answer) {
      const id = editKey ? EDITOR_ID : was ? editLinkId(was) : '';
      document.getElementById(id)?.focus({ preventScroll: editKey === null });
    }
  }, [editKey, answer]);
}
