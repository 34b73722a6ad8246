import { expect, it, vi } from 'vitest';
import { appWithoutDatabase } from '../support/test-app.ts';
import { announceChange } from '#db/cached-snapshot.ts';
import { keepPagesReady } from '#app/render/pages-ahead.server.ts';
import { pageKeys } from '#app/http/page-cache.server.ts';

it('renders all pages again after a change during the last page', async () => {
  const app = await appWithoutDatabase();
  const made: string[] = [];
  const pages = pageKeys(app);
  const stop = keepPagesReady(
    app,
    (key) => {
      if (made.push(key) === pages.length) announceChange(app);
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
