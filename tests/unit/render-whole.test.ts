import { createElement as h, Fragment, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderWhole } from '#app/render/render-whole.server.ts';

const unhandled = vi.fn();
beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(() => void process.off('unhandledRejection', unhandled));

function slow(ms: number) {
  let isReady = false;
  const wait = new Promise<void>((resolve) => setTimeout(resolve, ms)).then(() => void (isReady = true));
  return function Slow() {
    if (!isReady) throw wait as unknown;
    return h('p', null, 'late');
  };
}
function Broken(): never {
  throw new Error('broken');
}

it('renders the page with everything that it waits for', async () => {
  const onError = vi.fn();
  const page = h('main', null, h(Suspense, null, h(slow(50))));
  expect(await renderWhole(page, { nonce: 'n', ms: 1000, onError })).toContain('<p>late</p>');
  expect(onError).not.toHaveBeenCalled();
});

it('fails once for a page that cannot be rendered, although the rest becomes ready later', async () => {
  const onError = vi.fn();
  const page = h('main', null, h(Suspense, null, h(slow(50))), h(Broken));
  await expect(renderWhole(page, { nonce: 'n', ms: 1000, onError })).rejects.toThrow('broken');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(onError).toHaveBeenCalledTimes(1);
  expect(unhandled).not.toHaveBeenCalled();
});

it('sends nothing after the end of the page, whatever is sent beside it', async () => {
  const page = h(Fragment, null, h('html', null, h('body', null, 'page')), h(Suspense, null, h('script', null, '1')));
  const html = await renderWhole(page, { nonce: 'n', ms: 1000, onError: vi.fn() });
  expect(html).toMatch(/^<!DOCTYPE html><html><body>page.*<script>1<\/script>.*<\/body><\/html>$/);
});

it('reports what failed inside a page that can be shown', async () => {
  const onError = vi.fn();
  const page = h('main', null, h(Suspense, { fallback: 'sorry' }, h(Broken)));
  expect(await renderWhole(page, { nonce: 'n', ms: 1000, onError })).toContain('sorry');
  expect(onError).toHaveBeenCalledTimes(1);
});

it('renders a document in one go, and fails for one that cannot be rendered', async () => {
  const onError = vi.fn();
  const page = h('html', null, h('body', null, 'page'));
  const options = { nonce: 'n', isStatic: true, ms: 1000, onError };
  expect(await renderWhole(page, options)).toBe('<!DOCTYPE html><html><body>page</body></html>');
  expect(onError).not.toHaveBeenCalled();
  await expect(renderWhole(h('html', null, h(Broken)), options)).rejects.toThrow('broken');
  expect(onError).toHaveBeenCalledTimes(1);
});

it('keeps letters of several bytes whole, and adds none, wherever React cuts', async () => {
  const words = Array.from({ length: 3000 }, (_, n) => ['é–🏗', '–🏗', '🏗', 'x'][n % 4]!);
  const page = h('ul', null, ...words.map((word) => h('li', null, word)));
  const html = await renderWhole(page, { nonce: 'n', ms: 1000, onError: vi.fn() });
  expect(html).toBe(`<ul>${words.map((word) => `<li>${word}</li>`).join('')}</ul>`);
});
