import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const SOURCE = 'https://www.googletagmanager.com/gtm.js?id=GTM-TEST123';
const counted = () => (window as unknown as { dataLayer?: unknown[] }).dataLayer;
const scripts = () => [...document.querySelectorAll('script')];

// One module for each test, as a document has one.
let name = '';
let count = 0;
let tellTakenOver: () => void;
beforeEach(async () => {
  vi.resetModules();
  const { TagManager } = await import('#app/site/frame/tag-manager.element.ts');
  ({ tellTakenOver } = await import('#app/ui/page-element.ts'));
  name = `tag-manager-${++count}`;
  customElements.define(name, TagManager);
});
afterEach(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  delete document.body.dataset.hydrated;
  Reflect.deleteProperty(window, 'dataLayer');
  Reflect.deleteProperty(document, 'prerendering');
});

const show = () => (document.body.innerHTML = `<${name} data-src="${SOURCE}"></${name}>`);

it('loads the tag manager after the event that starts its page view', () => {
  show();
  expect(counted()).toEqual([{ 'gtm.start': expect.any(Number) as number, event: 'gtm.js' }]);
  expect(scripts().map(({ src, async }) => [src, async])).toEqual([[SOURCE, true]]);
});

it('counts nothing while a page is only rendered ahead, and counts it when it is shown', () => {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  show();
  expect([counted(), scripts()]).toEqual([undefined, []]);
  document.dispatchEvent(new Event('prerenderingchange'));
  expect(counted()).toHaveLength(1);
  expect(scripts()).toHaveLength(1);
});

it('leaves a page alone until React has taken it over, and counts it once, whatever becomes of the element', () => {
  document.body.dataset.hydrated = 'true';
  show();
  expect([counted(), scripts()]).toEqual([undefined, []]);
  show(); // React has made the document anew
  tellTakenOver();
  expect(counted()).toHaveLength(1);
  show();
  expect([counted()!.length, scripts().length]).toEqual([1, 1]);
});
