import { useEffect, useRef, type ComponentType, type SVGProps } from 'react';
import {
  BoldIcon,
  ChatBubbleBottomCenterTextIcon,
  H3Icon,
  ItalicIcon,
  LinkIcon,
  ListBulletIcon,
  NumberedListIcon,
} from '@heroicons/react/24/outline';
import type { Editor } from '@tiptap/core';
import { Button } from '../../../ui/button.tsx';
import { EDITOR_ID, type ManagedText } from '../page-content.schema.ts';

const tools: [name: string, makes: string, Icon: ComponentType<SVGProps<SVGSVGElement>>][] = [
  ['Bold', 'bold', BoldIcon],
  ['Italic', 'italic', ItalicIcon],
  ['Small heading', 'heading', H3Icon],
  ['List', 'bulletList', ListBulletIcon],
  ['Numbered list', 'orderedList', NumberedListIcon],
  ['Quote', 'blockquote', ChatBubbleBottomCenterTextIcon],
  ['Link', 'link', LinkIcon],
];

/** The place and tools of the editor that `openRichText` puts over the text area, which the form sends. */
export function RichText({ text, errors }: { text: ManagedText; errors: string[] | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  const opened = useRef<Editor>();
  const { name, html, contentValue } = text;
  useEffect(() => {
    let isOver = false;
    import('./open-rich-text.ts').then(
      ({ openRichText }) => {
        if (!isOver) opened.current = openRichText(place.current!, { name, html, contentValue });
      },
      () => {}, // the text area stays
    );
    return () => {
      isOver = true;
      opened.current?.destroy();
      opened.current = undefined;
    };
  }, [name, html, contentValue]);
  useEffect(() => opened.current?.view.dispatch(opened.current.state.tr), [errors]);
  return (
    <div ref={place} hidden data-rich-text={EDITOR_ID} className="border-control bg-bg grid rounded-sm border-[1.5px]">
      <div
        role="toolbar"
        tabIndex={-1}
        aria-label={`Formatting of ${name}`}
        className="border-border flex flex-wrap gap-1 border-b p-1"
      >
        {tools.map(([tool, makes, Icon], index) => (
          <button
            key={tool}
            type="button"
            data-makes={makes}
            tabIndex={index === 0 ? 0 : -1}
            title={tool}
            aria-label={tool}
            aria-pressed={false}
            className="hover:bg-surface2 aria-pressed:bg-surface2 aria-pressed:text-link grid size-9 cursor-pointer place-items-center rounded-sm aria-pressed:border"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        ))}
      </div>
      <div hidden className="border-border flex flex-wrap items-center gap-2 border-b p-2">
        <label className="contents">
          <span className="text-sm font-semibold">Link to</span>
          <input
            className="control min-h-9! min-w-40 flex-1 py-1!"
            placeholder="https://, mailto: or /page; empty for no link"
          />
        </label>
        <Button className="btn-small">Set link</Button>
      </div>
      <div className="max-h-[60dvh] overflow-y-auto" />
    </div>
  );
}
