import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { hasBlockTags, makeBlocks, makeLines } from '../html-blocks.ts';
import type { ManagedText } from '../page-content.schema.ts';

/** What an html text may hold; anything else is pasted as plain text. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      shouldAutoLink: () => false, // 'on site.In the yard' names no site, typed or pasted
      protocols: ['mailto', 'tel'],
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
  }),
];

type Chain = ReturnType<Editor['chain']>;
const presses: Record<string, (chain: Chain) => Chain> = {
  bold: (chain) => chain.toggleBold(),
  italic: (chain) => chain.toggleItalic(),
  heading: (chain) => chain.toggleHeading({ level: 3 }),
  bulletList: (chain) => chain.toggleBulletList(),
  orderedList: (chain) => chain.toggleOrderedList(),
  blockquote: (chain) => chain.toggleBlockquote(),
};

/** Each change goes to the text area of `RichText` (`place`): as lines, or as HTML where lines cannot say it. */
export function openRichText(place: HTMLElement, loaded: Pick<ManagedText, 'name' | 'html' | 'contentValue'>): Editor {
  const area = place.closest('form')!.querySelector<HTMLTextAreaElement>(`#${place.dataset.richText}`)!;
  const { id } = area;
  const hadFocus = document.activeElement === area;
  const editor = new Editor({
    element: place.lastElementChild as HTMLElement,
    injectCSS: false, // the page's policy allows only its own styles
    extensions,
    content: area.value === loaded.contentValue && loaded.html !== null ? loaded.html : readTyped(area.value),
    autofocus: hadFocus ? 'end' : false,
    editorProps: {
      // Otherwise Tab nests the items of lists, and the keyboard cannot leave.
      handleDOMEvents: { keydown: (_, { key }) => key === 'Tab' },
      // Read again at each transaction: the text's errors may change.
      attributes: () => ({
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': loaded.name,
        'aria-describedby': area.getAttribute('aria-describedby') ?? '',
        'aria-invalid': String(area.ariaInvalid === 'true'),
        class: 'prose min-h-32 max-w-none px-3 py-2 break-words whitespace-break-spaces -outline-offset-3',
      }),
    },
    onUpdate: ({ editor }) => {
      area.value = editor.isEmpty ? '' : writeTyped(editor.getHTML());
      area.dispatchEvent(new Event('input', { bubbles: true }));
    },
  });
  area.id = `${id}-sent`;
  area.hidden = true;
  place.hidden = false;
  const closing = new AbortController();
  moveTools(place, editor, closing.signal);
  editor.on('destroy', () => {
    closing.abort();
    area.id = id;
    area.hidden = false;
    place.hidden = true;
  });
  return editor;
}

function moveTools(place: HTMLElement, editor: Editor, signal: AbortSignal): void {
  const [toolbar, linkRow] = place.children as unknown as [HTMLElement, HTMLElement];
  const buttons = [...toolbar.querySelectorAll<HTMLButtonElement>('[data-makes]')];
  const address = linkRow.querySelector('input')!;
  editor.on('transaction', () => {
    for (const button of buttons) button.ariaPressed = String(editor.isActive(button.dataset.makes!));
  });
  toolbar.addEventListener(
    'click',
    ({ target }) => {
      const makes = (target as Element).closest<HTMLElement>('[data-makes]')?.dataset.makes;
      if (!makes) return;
      if (makes !== 'link') return void presses[makes]!(editor.chain().focus()).run();
      address.value = (editor.getAttributes('link').href as string | undefined) ?? '';
      linkRow.hidden = false;
      address.focus();
    },
    { signal },
  );
  toolbar.addEventListener('keydown', (event) => moveFocus(event, buttons), { signal });
  function saveLink() {
    const chain = editor.chain().focus().extendMarkRange('link');
    const href = address.value.trim();
    if (!href) chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
    linkRow.hidden = true;
  }
  address.addEventListener('input', (event) => event.stopPropagation(), { signal }); // it is no part of the form
  address.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation(); // nor may Escape close a dialog around it
      if (event.key === 'Enter') return saveLink();
      linkRow.hidden = true;
      editor.commands.focus();
    },
    { signal },
  );
  linkRow.querySelector('button')!.addEventListener('click', saveLink, { signal });
}

/** One stop for Tab; arrow keys move between the buttons, as in any toolbar. */
function moveFocus(event: KeyboardEvent, all: HTMLButtonElement[]): void {
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = all[to % all.length]!;
  for (const button of all) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

const TEXT_SIGN = /<(?!\/?(?:p|br|strong|b|em|i|ul|ol|li|a|h3|h4|blockquote)\b)/gi;

function readTyped(typed: string): string {
  const html = typed.replace(TEXT_SIGN, '&lt;');
  return hasBlockTags(html) ? html : makeBlocks(html);
}

function writeTyped(html: string): string {
  const plain = html.replace(/<li><p>([^]*?)<\/p>(?=<\/li>)/g, '<li>$1').replaceAll('<p></p>', '');
  return makeLines(plain) ?? plain;
}
