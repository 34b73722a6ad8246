import { expect, it, vi } from 'vitest';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import { keepPagesReady } from '#app/render/pages-ahead.server.ts';
import { pageKeys } from '#app/http/page-keys.server.ts';

it('makes all pages again after a change that came while the last of them was made', async () => {
  const snapshot = cachedSnapshot('nothing', null, () => Promise.resolve(null));
  const made: string[] = [];
  const pages = pageKeys();
  const stop = keepPagesReady(
    (key) => {
      if (made.push(key) === pages.length) snapshot.announce();
      return Promise.resolve();
    },
    () => false,
  );
  try {
    await vi.waitFor(() => expect(made).toEqual([...pages, ...pages]), 10_000);
  } finally {
    stop();
  }
});
