import { mailBy, startFakePostmark } from './fake-postmark.ts';
import { startProduct } from './product.ts';

/** Two processes on one database: mail of `site` becomes files, that of `second`, behind one proxy, goes to Postmark. */
export const startTwoSites = (DATABASE_URL: string) => startTwo(DATABASE_URL, false);

/** Two processes on one database, behind one proxy, whose mail goes to Postmark. */
export const startTwoMailingSites = (DATABASE_URL: string) => startTwo(DATABASE_URL, true);

async function startTwo(DATABASE_URL: string, areBothMailing: boolean) {
  const postmark = await startFakePostmark();
  const mailing = {
    DATABASE_URL,
    TRUST_PROXY: '1',
    ...mailBy(postmark.url),
  };
  const site = await startProduct(areBothMailing ? mailing : { DATABASE_URL });
  const second = await startProduct(mailing);
  const stop = async () => {
    await Promise.all([site.stop(), second.stop()]);
    await postmark.stop();
  };
  return { site, second, postmark, stop };
}
