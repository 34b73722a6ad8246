import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const counted = () => (window as unknown as { dataLayer?: unknown[] }).dataLayer;
const scripts = () => [...document.querySelectorAll('script')];
const settled = async () => {
  await import('#app/site/frame/tag-consent.ts');
  await new Promise((resolve) => setTimeout(resolve));
};

// Each test loads its own copy of the module, as each document does.
let name = '';
let count = 0;
let tellTakenOver: () => void;
beforeEach(async () => {
  vi.resetModules();
  const { TagManager } = await import('#app/site/frame/tag-manager.element.ts');
  ({ tellTakenOver } = await import('#app/ui/page-element.ts'));
  name = `tag-manager-${++count}`;
  customElements.define(name, TagManager);
  document.cookie = 'consent=yes';
});
afterEach(() => {
  document.body.replaceChildren();
  document.head.replaceChildren();
  delete document.body.dataset.hydrated;
  Reflect.deleteProperty(window, 'dataLayer');
  Reflect.deleteProperty(document, 'prerendering');
});

function show(): Promise<void> {
  document.body.innerHTML = `<${name} data-id="GTM-TEST123" data-more="/privacy-terms"></${name}>`;
  return settled();
}

it.each(['no', 'yes, but', 'yesno', ''])('with the answer "%s" loads nothing', async (answer) => {
  document.cookie = `consent=${answer}`;
  await show();
  expect([counted(), scripts()]).toEqual([undefined, []]);
});

it('counts nothing while a page is only rendered ahead, and counts it when it is shown', async () => {
  Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  await show();
  expect([counted(), scripts()]).toEqual([undefined, []]);
  document.dispatchEvent(new Event('prerenderingchange'));
  await settled();
  expect(counted()).toHaveLength(1);
  expect(scripts()).toHaveLength(1);
});

it('waits until React has hydrated a page, and counts it once even if the element is replaced', async () => {
  document.body.dataset.hydrated = 'true';
  await show();
  expect([counted(), scripts()]).toEqual([undefined, []]);
  await show(); // React has rendered the document again
  tellTakenOver();
  await settled();
  expect(counted()).toHaveLength(1);
  await show();
  expect([counted()!.length, scripts().length]).toEqual([1, 1]);
});
