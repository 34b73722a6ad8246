import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { hasBlockTags, makeBlocks, makeLines } from '../html-blocks.ts';
import type { ManagedText } from '../page-content.schema.ts';

/** What an html text may hold; anything else that is pasted comes in as plain text. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
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

/**
 * Puts an editor in place of a text area, which takes over each change as lines, or as HTML where lines cannot say it.
 * @param loaded the text as it is stored, in both ways of writing
 */
export function openRichText(
  place: HTMLElement,
  area: HTMLTextAreaElement,
  loaded: Pick<ManagedText, 'name' | 'html' | 'contentValue'>,
): Editor {
  const { id } = area;
  const hadFocus = document.activeElement === area;
  const editor = new Editor({
    element: place,
    injectCSS: false, // the page's policy takes no styles but its own
    extensions,
    content: area.value === loaded.contentValue ? loaded.html : readTyped(area.value),
    autofocus: hadFocus ? 'end' : false,
    editorProps: {
      // Asked again at each transaction: what is wrong with the text may change.
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
  editor.on('destroy', () => {
    area.id = id;
    area.hidden = false;
  });
  return editor;
}

const TEXT_SIGN = /<(?!\/?(?:p|br|strong|b|em|i|ul|ol|li|a|h3|h4|blockquote)\b)/gi;

/** The HTML of what was typed into the box. */
function readTyped(typed: string): string {
  const html = typed.replace(TEXT_SIGN, '&lt;');
  return hasBlockTags(html) ? html : makeBlocks(html);
}

function writeTyped(html: string): string {
  const plain = html.replace(/<li><p>([^]*?)<\/p>(?=<\/li>)/g, '<li>$1').replaceAll('<p></p>', '');
  return makeLines(plain) ?? plain;
}
