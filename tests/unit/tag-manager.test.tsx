import { afterEach, beforeAll, expect, it } from 'vitest';
import { TagManager } from '#app/site/tag-manager.element.ts';

const SOURCE = 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST123';
const counted = () => (window as unknown as { dataLayer?: unknown[] }).dataLayer;

beforeAll(() => customElements.define('tag-manager', TagManager));
afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(window, 'dataLayer');
  Reflect.deleteProperty(document, 'prerendering');
});

function show(): HTMLElement {
  document.body.innerHTML = `<tag-manager data-src="${SOURCE}"></tag-manager>`;
  return document.querySelector('tag-manager')!;
}

it('loads the tag manager after the event that starts its page view', () => {
  const script = show().querySelector('script')!;
  expect(counted()).toEqual([{ 'gtm.start': expect.any(Number) as number, event: 'gtm.js' }]);
  expect([script.src, script.async]).toEqual([SOURCE, true]);
});

it('counts nothing while a page is only rendered ahead, and counts it when it is shown', () => {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  const element = show();
  expect([counted(), element.querySelector('script')]).toEqual([undefined, null]);
  document.dispatchEvent(new Event('prerenderingchange'));
  expect(counted()).toHaveLength(1);
  expect(element.querySelectorAll('script')).toHaveLength(1);
});
