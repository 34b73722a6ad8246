import { POSTMARK_TOKEN, startFakePostmark } from './fake-postmark.ts';
import { startProduct } from './product.ts';

/** Two processes on one database: mail of `site` becomes files, that of `second`, behind one proxy, goes to Postmark. */
export async function startTwoSites(DATABASE_URL: string) {
  const postmark = await startFakePostmark();
  const site = await startProduct({ DATABASE_URL });
  const second = await startProduct({
    DATABASE_URL,
    TRUST_PROXY: '1',
    POSTMARK_SERVER_TOKEN: POSTMARK_TOKEN,
    POSTMARK_API_URL: postmark.url,
    MAIL_FROM: 'site@example.com',
    MAIL_TO: 'office@example.com',
  });
  const stop = async () => {
    await Promise.all([site.stop(), second.stop()]);
    await postmark.stop();
  };
  return { site, second, postmark, stop };
}
