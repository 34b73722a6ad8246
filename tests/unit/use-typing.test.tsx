import { useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AccountContext, KeptFormsContext, type SentTyping } from '#app/forms/typing/kept-typing.ts';
import { markSent, keepSubmitted, keepTyping, readTyping } from '#app/forms/typing/kept-typing.ts';
import { useTyping } from '#app/forms/typing/use-typing.ts';

const ACTION = '/admin/messages/1';
const ACCOUNT = 'ann@example.org';
let root: Root;

interface Moments {
  stored?: string;
  version?: number;
  /** Before and after the hook looks for a draft. */
  onShown?: () => void;
  onSearched?: () => void;
}

function Form({ stored: text = '', version, onShown, onSearched }: Moments) {
  const form = useRef<HTMLFormElement>(null);
  const { restored, instance, begun, onTyped } = useTyping(form, ACTION, { text }, undefined, version);
  useLayoutEffect(() => onShown?.(), [onShown]);
  useEffect(() => onSearched?.(), [onSearched]);
  return (
    <form ref={form} onInput={onTyped} data-version={begun}>
      <textarea key={instance} name="text" defaultValue={restored?.values.text ?? text} />
    </form>
  );
}
const box = () => document.querySelector('textarea')!;
function type(words: string) {
  box().value += words;
  box().dispatchEvent(new Event('input', { bubbles: true }));
}
/** Without the testing library, which leaves no time between an effect and its results. */
const show = (moments: Moments, sent: SentTyping[] = []) =>
  root.render(
    <AccountContext.Provider value={ACCOUNT}>
      <KeptFormsContext.Provider value={sent}>
        <Form {...moments} />
      </KeptFormsContext.Provider>
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
  keepSubmitted();
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
  await new Promise((resolve) => setTimeout(resolve)); // for any further render
  expect(box().value).toBe('Dear');
  expect(kept()).toBe('Dear');
});

it.each([
  ['the draft that was typed since', false, 'An older draft'],
  ['a preview of the draft', true, 'Previewed'],
])('of a preview and a draft the newer one comes back, and is what a reload gets: %s', async (_, wasSent, newer) => {
  history.replaceState(null, '', '/admin/pages?tab=about&edit=1&unsaved=1#content-value');
  if (wasSent) markSent(ACCOUNT, ACTION);
  show({}, [{ action: ACTION, values: { text: 'Previewed' }, isPreviewed: true }]);
  await expect.poll(() => [location.search, box().value, kept()]).toEqual(['?tab=about&edit=1', newer, newer]);
});

it('a draft that came back keeps its version until it is saved', async () => {
  keepTyping(ACCOUNT, ACTION, { values: { text: 'Mine' }, version: '1' });
  const shows = (version: string) =>
    expect.poll(() => [box()?.value, box()?.form!.dataset.version]).toEqual(['Mine', version]);
  show({ stored: 'Before', version: 2 });
  await shows('1');
  show({ stored: 'Before', version: 3 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await shows('1');
  markSent(ACCOUNT, ACTION);
  show({ stored: 'Mine', version: 4 });
  await shows('4');
});

it('fields keep the version that they began with, unless they were saved or only other things have changed', async () => {
  localStorage.clear();
  const shows = (version: string) => expect.poll(() => box()?.form!.dataset.version).toBe(version);
  show({ stored: 'Before', version: 1 });
  await shows('1');
  type(', and mine');
  show({ stored: 'Before', version: 2 });
  await shows('2');
  show({ stored: 'Theirs', version: 3 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  await shows('2');
  markSent(ACCOUNT, ACTION);
  show({ stored: 'Both, tidied', version: 4 });
  await shows('4');
});
