import { useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AccountContext, keepTyping, readTyping } from '#app/forms/typing/kept-typing.ts';
import { useTyping } from '#app/forms/typing/use-typing.ts';

const ACTION = '/admin/messages/1';
const ACCOUNT = 'ann@example.org';
let root: Root;

interface Moments {
  /** Before the hook looks for a draft, and after that. */
  onShown?: () => void;
  onSearched?: () => void;
}

function Form({ onShown, onSearched }: Moments) {
  const form = useRef<HTMLFormElement>(null);
  const { restored, instance, onTyped } = useTyping(form, ACTION, { text: '' }, undefined);
  useLayoutEffect(() => onShown?.(), [onShown]);
  useEffect(() => onSearched?.(), [onSearched]);
  return (
    <form ref={form} onInput={onTyped}>
      <textarea key={instance} name="text" defaultValue={restored?.values.text ?? ''} />
    </form>
  );
}
const box = () => document.querySelector('textarea')!;
function type(words: string) {
  box().value += words;
  box().dispatchEvent(new Event('input', { bubbles: true }));
}
/** Not by the testing library, which leaves no moment between an effect and what it causes. */
const show = (moments: Moments) =>
  root.render(
    <AccountContext.Provider value={ACCOUNT}>
      <Form {...moments} />
    </AccountContext.Provider>,
  );
const kept = () => readTyping(ACCOUNT, ACTION)?.values.text;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  document.body.innerHTML = '<main></main>';
  root = createRoot(document.querySelector('main')!);
  keepTyping(ACCOUNT, ACTION, { values: { text: 'An older draft' } });
});
afterEach(() => {
  root.unmount();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('a draft comes back, and the focus stays where it was', async () => {
  show({ onShown: () => box().focus() });
  await expect.poll(() => box()?.value).toBe('An older draft');
  expect(document.activeElement).toBe(box());
});

it.each<[string, (act: () => void) => Moments]>([
  ['before a draft is looked for', (onShown) => ({ onShown })],
  ['while it comes back', (onSearched) => ({ onSearched })],
])('what is typed %s is newer than the draft', async (_, at) => {
  show(at(() => type('Dear')));
  await expect.poll(kept).toBe('Dear');
  await new Promise((resolve) => setTimeout(resolve)); // whatever else may be rendered
  expect(box().value).toBe('Dear');
  expect(kept()).toBe('Dear');
});
