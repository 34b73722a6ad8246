import { startApp } from './app.ts';
import { mailBy, startFakePostmark } from './fake-postmark.ts';

/** Starts two products on one database, behind one proxy, with mail to Postmark. @param ofFirst replaces settings of `site` */
export async function startTwoMailingSites(DATABASE_URL: string, ofFirst?: Record<string, string>) {
  const postmark = await startFakePostmark();
  const usual = { TRUST_PROXY: '1', ...mailBy(postmark.url) };
  const [site, second] = await Promise.all(
    [ofFirst ?? usual, usual].map((each) => startApp({ DATABASE_URL, ...each })),
  );
  return {
    site: site!,
    second: second!,
    postmark,
    stop: () => Promise.all([site!.stop(), second!.stop(), postmark.stop()]),
  };
}
