import { createElement as h, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderWhole } from '#app/http/render-whole.server.ts';

const unhandled = vi.fn();
beforeEach(() => void process.on('unhandledRejection', unhandled));
afterEach(() => void process.off('unhandledRejection', unhandled));

/** Waits for a moment and then shows its text, as a component that reads data would. */
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

it('gives the page with all that it waits for', async () => {
  const onError = vi.fn();
  const page = h('main', null, h(Suspense, null, h(slow(50))));
  expect(await renderWhole(page, { nonce: 'n', ms: 1000, onError })).toContain('<p>late</p>');
  expect(onError).not.toHaveBeenCalled();
});

it('fails once for a page that cannot be rendered, although the rest of it gets ready later', async () => {
  const onError = vi.fn();
  const page = h('main', null, h(Suspense, null, h(slow(50))), h(Broken));
  await expect(renderWhole(page, { nonce: 'n', ms: 1000, onError })).rejects.toThrow('broken');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(onError).toHaveBeenCalledTimes(1);
  expect(unhandled).not.toHaveBeenCalled();
});

it('tells of what failed inside a page that can be shown', async () => {
  const onError = vi.fn();
  const page = h('main', null, h(Suspense, { fallback: 'sorry' }, h(Broken)));
  expect(await renderWhole(page, { nonce: 'n', ms: 1000, onError })).toContain('sorry');
  expect(onError).toHaveBeenCalledTimes(1);
});
