import { useEffect, useRef, useState, type ComponentType, type KeyboardEvent, type SVGProps } from 'react';
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
import type { ManagedText } from '../page-content.schema.ts';

type Icon = ComponentType<SVGProps<SVGSVGElement>>;
type Chain = ReturnType<Editor['chain']>;

/** Each with what it makes of a text, by which it knows that it is on. */
const tools: [name: string, Icon: Icon, makes: string, press: (chain: Chain) => Chain][] = [
  ['Bold', BoldIcon, 'bold', (chain) => chain.toggleBold()],
  ['Italic', ItalicIcon, 'italic', (chain) => chain.toggleItalic()],
  ['Small heading', H3Icon, 'heading', (chain) => chain.toggleHeading({ level: 3 })],
  ['List', ListBulletIcon, 'bulletList', (chain) => chain.toggleBulletList()],
  ['Numbered list', NumberedListIcon, 'orderedList', (chain) => chain.toggleOrderedList()],
  ['Quote', ChatBubbleBottomCenterTextIcon, 'blockquote', (chain) => chain.toggleBlockquote()],
];

interface RichTextProps {
  /** The id of the text area that the form sends. Without JavaScript people write into it. */
  box: string;
  /** What the text is. */
  name: string;
  loaded: Pick<ManagedText, 'html' | 'contentValue'>;
  errors: string[] | undefined;
}

/** Opens an html text as people know it from a word processor, in place of its box. */
export function RichText({ box, name, loaded, errors }: RichTextProps) {
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, setPresses] = useState(0); // the buttons follow the selection
  const [address, setAddress] = useState<string | null>(null);
  const { html, contentValue } = loaded;
  useEffect(() => {
    let isOver = false;
    let opened: Editor | undefined;
    import('./open-rich-text.ts').then(
      ({ openRichText }) => {
        if (isOver) return;
        const area = place.current!.closest('form')!.querySelector<HTMLTextAreaElement>(`#${box}`)!;
        opened = openRichText(place.current!, area, { name, html, contentValue });
        opened.on('transaction', () => setPresses((n) => n + 1));
        setEditor(opened);
      },
      () => {}, // without it the box is there
    );
    return () => {
      isOver = true;
      opened?.destroy();
    };
  }, [box, name, html, contentValue]);
  useEffect(() => editor?.view.dispatch(editor.state.tr), [editor, errors]);
  const link = () => setAddress((editor!.getAttributes('link').href as string | undefined) ?? '');
  function saveLink() {
    const chain = editor!.chain().focus().extendMarkRange('link');
    const href = address!.trim();
    if (!href) chain.unsetLink().run();
    else if (editor!.state.selection.empty && !editor!.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    setAddress(null);
  }
  return (
    <div hidden={!editor} className="border-control bg-bg grid rounded-sm border-[1.5px]">
      {editor ? (
        <div
          role="toolbar"
          tabIndex={-1}
          aria-label={`Formatting of ${name}`}
          onKeyDown={moveFocus}
          className="border-border flex flex-wrap gap-1 border-b p-1"
        >
          {tools.map(([tool, Icon, makes, press], index) => (
            <ToolButton
              key={tool}
              name={tool}
              Icon={Icon}
              index={index}
              isOn={editor.isActive(makes)}
              onPress={() => press(editor.chain().focus()).run()}
            />
          ))}
          <ToolButton name="Link" Icon={LinkIcon} index={tools.length} isOn={editor.isActive('link')} onPress={link} />
        </div>
      ) : null}
      {address === null ? null : (
        <div className="border-border flex flex-wrap items-center gap-2 border-b p-2">
          <label className="contents">
            <span className="text-sm font-semibold">Link to</span>
            <input
              className="control min-h-9! min-w-40 flex-1 py-1!"
              value={address}
              placeholder="https://, mailto: or /page; empty for no link"
              ref={(input) => input?.focus()}
              onChange={(event) => setAddress(event.currentTarget.value)}
              onInput={(event) => event.stopPropagation()} // it is no part of the form
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                saveLink();
              }}
            />
          </label>
          <Button className="btn-small" onClick={saveLink}>
            Set link
          </Button>
        </div>
      )}
      <div ref={place} className="max-h-[60dvh] overflow-y-auto" />
    </div>
  );
}

interface ToolButtonProps {
  name: string;
  Icon: Icon;
  index: number;
  isOn: boolean;
  onPress: () => void;
}

const ToolButton = ({ name, Icon, index, isOn, onPress }: ToolButtonProps) => (
  <button
    type="button"
    tabIndex={index === 0 ? 0 : -1}
    title={name}
    aria-label={name}
    aria-pressed={isOn}
    onClick={onPress}
    className="hover:bg-surface2 aria-pressed:bg-surface2 aria-pressed:text-link grid size-9 cursor-pointer place-items-center rounded-sm"
  >
    <Icon aria-hidden className="size-5" />
  </button>
);

/** One stop for the Tab key; the arrows go on from button to button, as in any toolbar. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = all[to % all.length]!;
  for (const button of all) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}
