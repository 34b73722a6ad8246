import { startApp } from './app.ts';
import { mailBy, startFakePostmark } from './fake-postmark.ts';
import { startProduct } from './product.ts';

/**
 * Two processes on one database: mail of `site` becomes files, that of `second`, behind one proxy, goes to Postmark.
 * @param variables of the environment of `site`
 */
export async function startTwoSites(DATABASE_URL: string, variables: Record<string, string> = {}) {
  const postmark = await startFakePostmark();
  const [site, second] = await Promise.all([
    startProduct({ DATABASE_URL, ...variables }),
    startProduct({ DATABASE_URL, TRUST_PROXY: '1', ...mailBy(postmark.url) }),
  ]);
  return { site, second, postmark, stop: () => Promise.all([site.stop(), second.stop(), postmark.stop()]) };
}

/** Two products in one process on one database, behind one proxy, whose mail goes to Postmark. */
export async function startTwoMailingSites(DATABASE_URL: string) {
  const postmark = await startFakePostmark();
  const start = () => startApp({ DATABASE_URL, TRUST_PROXY: '1', ...mailBy(postmark.url) });
  const [site, second] = await Promise.all([start(), start()]);
  return { site, second, postmark, stop: () => Promise.all([site.stop(), second.stop(), postmark.stop()]) };
}
