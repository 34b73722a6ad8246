import { useEffect, useState } from 'react';
import { Link } from '@remix-run/react';
import { paths } from '../paths.ts';
import { Dialog } from '../ui/dialog.tsx';

const keys = {
  j: 'Next enquiry',
  k: 'Previous enquiry',
  o: 'Open the enquiry that has the focus',
  r: 'Reply',
  e: 'Mark answered',
  l: 'Later',
  '/': 'Search',
  '?': 'This list',
};

/** Where a key is text. */
const TYPING = 'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=submit])';

/** Single keys for controls with a `data-key`, and the list of these keys. */
export function Keys() {
  const [isListed, setListed] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
      if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || !(key in keys)) return;
      if (!(target instanceof Element) || target.closest(TYPING)) return;
      if (key === '?') setListed(true);
      else if (!press(key)) return;
      event.preventDefault(); // otherwise the key would be typed where the focus is now
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Dialog open={isListed} onClose={() => setListed(false)} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2">
        {Object.entries(keys).map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="border-border bg-surface block min-w-8 rounded-sm border px-2 py-0.5 text-center">
                {key}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted mt-4 text-sm">
        They wait while you type.{' '}
        <Link to={paths.admin.preferences} className="text-link underline" onClick={() => setListed(false)}>
          Turn them off
        </Link>
      </p>
    </Dialog>
  );
}

/** In the dialog on top, if there is one. @returns whether there was anything to do */
function press(key: string, row = document.activeElement?.closest('.inbox-row')): boolean {
  const scope = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document;
  const all = [...scope.querySelectorAll<HTMLElement>(`[data-key="${key}"]`)];
  const control = all.find((each) => each.getClientRects().length);
  const isOfRow = row && 'rel'.includes(key); // not for the enquiry beside the list
  if (control && !isOfRow) {
    if (control.matches('input')) control.focus();
    else control.click();
    return true;
  }
  const rows = [...(row ? document : scope).querySelectorAll('.inbox-row')];
  const at = rows.findIndex((each) => each === row);
  const opens = row?.querySelector<HTMLButtonElement>('.opens');
  const answers = key === 'e' && row?.querySelector<HTMLElement>('[value^="answer "]');
  if (answers) answers.click();
  else if (opens && 'relo'.includes(key)) {
    opens.click();
    if (key !== 'o') pressWhenThere(key, new URL(opens.formAction).pathname);
  } else if (key === 'j' || key === 'k')
    rows[key === 'j' ? at + 1 : Math.max(0, at - 1)]?.querySelector<HTMLElement>('[name=message]')?.focus();
  else return false;
  return true;
}

function pressWhenThere(key: string, address: string): void {
  const find = () => document.querySelector(`[data-key="${key}"]`);
  const before = location.pathname === address ? null : find(); // of another enquiry, which stays for a moment
  const look = setInterval(() => {
    const found = find();
    if (location.pathname !== address || !found || found === before) return;
    clearInterval(look);
    press(key, null);
  }, 50);
  setTimeout(clearInterval, 5000, look);
}
