import path from 'node:path';
import { mailBy, startFakePostmark } from '../support/fake-postmark.ts';
import { forFile } from '../support/for-test.ts';
import { secondsSince } from '../support/process.ts';
import { freePort, startProduct, type Product } from '../support/product.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { testFolder } from '../support/test-folder.ts';
import { startBalancer, type Kind } from './balancers.ts';
import { makeCertificate } from './certificate.ts';

const SIZE = 3;

/**
 * A cluster for the tests of one file, first behind haproxy. Call it at the top of the file.
 * @param env settings of each process: its database, and its store if it has one
 * @param from the folder of the release that runs first
 */
export async function testCluster(env: (at: number) => Record<string, string>, from?: string) {
  const folder = testFolder();
  const certificate = makeCertificate(folder);
  const postmark = forFile(await startFakePostmark());
  const s3 = forFile(await startS3Server());
  const ports = await Promise.all(Array.from({ length: SIZE }, freePort));
  const publicPort = await freePort();
  const url = `https://localhost:${publicPort}`;
  const products: Product[] = [];
  let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined;
  forFile({ stop: () => Promise.all(products.map((product) => product.stop('SIGKILL'))) });
  forFile({ stop: () => balancer?.stop() });

  const start = (at: number, release?: string) =>
    startProduct(
      {
        PORT: String(ports[at]),
        DATA_DIR: path.join(folder, `data-${at}`),
        APP_URL: url,
        TRUST_PROXY: '1',
        ...mailBy(postmark.url),
        ...s3Env(s3.settings),
        ...env(at),
      },
      release,
    );
  const balanceBy = async (kind: Kind) => {
    await balancer?.stop();
    balancer = await startBalancer(kind, { ports, publicPort, folder, certificate });
  };
  products.push(await start(0, from)); // the first one migrates
  products.push(...(await Promise.all([start(1, from), start(2, from)])));
  await balanceBy('haproxy');
  return {
    url,
    ca: certificate.pem,
    certificate,
    products,
    taken: postmark.taken,
    balanceBy,
    /** Replaces a process by a new one of this release, as a deploy does. */
    async replace(at: number) {
      const began = performance.now();
      const code = await products[at]!.stop('SIGTERM');
      const seconds = secondsSince(began);
      products[at] = await start(at);
      return { code, seconds };
    },
  };
}
