import { expect, it, vi } from 'vitest';
import { appWithoutDatabase } from '../support/test-app.ts';
import { announceChange } from '#db/cached-snapshot.ts';
import { keepPagesReady } from '#app/render/pages-ahead.server.ts';
import { cachedPage, findPageCache, pageKeys, startPage, storePage } from '#app/http/page-cache.server.ts';

it('renders all pages again after a change during the last page', async () => {
  const app = await appWithoutDatabase();
  const made: string[] = [];
  const pages = pageKeys(app);
  const make = async (key: string) => void (made.push(key) === pages.length && announceChange(app));
  const stop = keepPagesReady(app, make, () => false);
  await vi.waitFor(() => expect(made).toEqual([...pages, ...pages]), 10_000).finally(stop);
});

it('keeps pages past a change of their day, and no longer: those of deleted projects go', async () => {
  const app = await appWithoutDatabase();
  const store = (key: string) => storePage(app, key, startPage(app), { html: 'A page', policy: '', status: 200 });
  const keep = (key: string) => {
    store(key);
    announceChange(app);
    return [...findPageCache(app).lastPages.keys()];
  };
  expect(['a', 'b'].map(keep)).toEqual([['a'], ['a', 'b']]);
  app.clock = { now: () => Date.now() + 86_400_000 };
  expect(keep('b')).toEqual(['b']);
  store('b');
  expect(cachedPage(app, 'b')).toBeDefined();
  app.clock = { now: Date.now }; // it was ahead
  expect(cachedPage(app, 'b')).toBeUndefined();
});
