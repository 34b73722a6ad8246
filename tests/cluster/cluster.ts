import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort, SESSION_SECRET, startProduct, type Product } from '../support/product.ts';
import type { S3Settings } from '#app/storage/s3-store.server.ts';
import { startFakePostmark } from '../support/fake-postmark.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { mailBy } from '../faults/scene.ts';
import { startBalancer, type Balancer, type Kind } from './balancers.ts';
import type { SecureSite } from './browser.ts';
import { makeCertificate, type Certificate } from './certificate.ts';

/** Three processes of the built product behind a balancer, with one database, one store and one mail service. */
export interface Cluster extends SecureSite {
  certificate: Certificate;
  products: Product[];
  postmark: Awaited<ReturnType<typeof startFakePostmark>>;
  s3: Awaited<ReturnType<typeof startS3Server>>;
  /** Where each has its DATA_DIR, which outlasts it. */
  dataDirs: string[];
  /** Puts another process in the place of one, as a deploy does. @param from where the other release lies */
  replace(at: number, from?: string): Promise<{ code: number | null; seconds: number }>;
  balanceBy(kind: Kind, more?: Record<string, string>): Promise<void>;
  stop(): Promise<void>;
}

export interface Setup {
  kind: Kind;
  /** The database, for all or for each. */
  databaseUrl: string | ((at: number) => string);
  env?: (at: number, s3: S3Settings) => Promise<Record<string, string>>;
  /** Where the release lies that is run at first. */
  from?: string;
}

const SIZE = 3;

export async function startCluster({ kind, databaseUrl, env, from }: Setup): Promise<Cluster> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-cluster-'));
  fs.chmodSync(folder, 0o755);
  const certificate = makeCertificate(folder);
  const postmark = await startFakePostmark();
  const s3 = await startS3Server();
  const ports = await Promise.all(Array.from({ length: SIZE }, freePort));
  const dataDirs = ports.map((_, at) => path.join(folder, `data-${at}`));
  const publicPort = await freePort();
  const url = `https://localhost:${publicPort}`;
  const start = async (at: number, release?: string) =>
    startProduct(
      {
        PORT: String(ports[at]),
        DATA_DIR: dataDirs[at]!,
        APP_URL: url,
        TRUST_PROXY: '1',
        SESSION_SECRET,
        DATABASE_URL: typeof databaseUrl === 'string' ? databaseUrl : databaseUrl(at),
        ...mailBy(postmark.url),
        ...s3Env(s3.settings),
        ...(await env?.(at, s3.settings)),
      },
      release,
    );
  const products: Product[] = [];
  let balancer: Balancer | undefined;
  const cluster: Cluster = {
    url,
    ca: certificate.pem,
    certificate,
    products,
    postmark,
    s3,
    dataDirs,
    async replace(at, release) {
      const began = performance.now();
      const code = await products[at]!.stop('SIGTERM');
      const seconds = (performance.now() - began) / 1000;
      products[at] = await start(at, release);
      return { code, seconds };
    },
    async balanceBy(next, more) {
      await balancer?.stop();
      balancer = await startBalancer(next, { ports, publicPort, folder, certificate, more });
    },
    async stop() {
      await balancer?.stop();
      await Promise.all(products.map((product) => product.stop('SIGKILL')));
      await postmark.stop();
      await s3.stop();
      removeFolder(folder);
    },
  };
  try {
    products.push(await start(0, from)); // the first one migrates
    products.push(...(await Promise.all([start(1, from), start(2, from)])));
    await cluster.balanceBy(kind);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  return cluster;
}
