import { useRef, type KeyboardEvent } from 'react';
import { BoldIcon, LinkIcon, ListBulletIcon } from '@heroicons/react/24/outline';
import { useScripted } from '../../../ui/use-scripted.ts';
import { formatted, type Format } from './html-format.ts';

const buttons: { format: Format; name: string; Icon: typeof BoldIcon }[] = [
  { format: 'bold', name: 'Bold', Icon: BoldIcon },
  { format: 'list', name: 'List', Icon: ListBulletIcon },
  { format: 'link', name: 'Link', Icon: LinkIcon },
];

/**
 * Puts mark-up around what is selected in a box. Nothing of it is there without scripts.
 * @param name what the box is for
 */
export function FormatToolbar({ box, name }: { box: string; name: string }) {
  const toolbar = useRef<HTMLDivElement>(null);
  if (!useScripted()) return null;
  return (
    // One stop for the Tab key; the arrows go on from button to button, as in any toolbar.
    <div
      ref={toolbar}
      role="toolbar"
      tabIndex={-1}
      aria-label={`Formatting of ${name}`}
      aria-controls={box}
      onKeyDown={(event) => moveFocus(event, toolbar.current!)}
      className="flex flex-wrap gap-1.5"
    >
      {buttons.map(({ format, name: label, Icon }, index) => (
        <button
          key={format}
          type="button"
          tabIndex={index === 0 ? 0 : -1}
          onClick={() => apply(format, document.getElementById(box) as HTMLTextAreaElement)}
          className="border-control hover:bg-surface2 flex min-h-9 cursor-pointer items-center gap-1.5 rounded-sm border px-2.5 text-sm font-semibold"
        >
          <Icon aria-hidden className="size-4" />
          {label}
        </button>
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent, toolbar: HTMLElement): void {
  const all = [...toolbar.querySelectorAll('button')];
  const at = all.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = all[to % all.length]!;
  for (const button of all) button.tabIndex = button === next ? 0 : -1;
  next.focus();
}

function apply(format: Format, box: HTMLTextAreaElement): void {
  const { from, to, text, selectFrom, selectTo } = formatted(format, box.value, box.selectionStart, box.selectionEnd);
  box.focus();
  box.setSelectionRange(from, to);
  // As if it were typed, so that the browser's own undo takes it back; there is no other way to that.
  if (!document.execCommand('insertText', false, text)) {
    box.setRangeText(text);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }
  box.setSelectionRange(selectFrom, selectTo);
}
