import { hash } from 'node:crypto';
import path from 'node:path';
import { startEmbedded, type EmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/orm.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { startProduct, type Product } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';
import { forFile } from '../support/for-test.ts';
import { queryOnce, type TestDatabase } from '../support/test-postgres.ts';

/** A PostgreSQL of a file's own that can be stopped and started again, with a proxy in front. */
export interface Database {
  /** What the product is given: the way through the proxy. */
  url: string;
  proxy: FaultProxy;
  /** Straight to the database, beside the proxy. */
  sql: TestDatabase['sql'];
  stop(): Promise<void>;
  start(): Promise<void>;
}

const NAME = 'site';

/** Call it at the top of the file. */
export async function testDatabaseApart(): Promise<Database> {
  const dir = testFolder();
  let server: EmbeddedPostgres | null = await startEmbedded(dir, { durable: false });
  const { host, port, user } = server;
  await queryOnce({ host, port, user }, `create database ${NAME}`);
  await migrate({ host, port, user, database: NAME });
  const proxy = forFile(await startFaultProxy(path.join(host, `.s.PGSQL.${port}`)));
  return forFile<Database>({
    url: `postgres://${user}@127.0.0.1:${proxy.port}/${NAME}`,
    proxy,
    sql: (text, values) => queryOnce({ host, port, user, database: NAME }, text, values) as Promise<never>,
    async stop() {
      await server?.stop();
      server = null;
    },
    async start() {
      server ??= await startEmbedded(dir, { durable: false });
    },
  });
}

/** The settings of a process that lives so much later, or earlier. @param jump what its clock jumps by at each SIGUSR2 */
export const clockSettings = (shift: number, jump = 0) => ({
  CLOCK_SHIFT_MS: String(shift),
  CLOCK_JUMP_MS: String(jump),
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'shifted-clock.ts')}`,
});

/** Starts the product behind one trusted proxy, so that each enquiry can come from an address of its own. */
export const startBehindProxy = (env: Record<string, string>): Promise<Product> =>
  startProduct({ TRUST_PROXY: '1', ...env });

/** The same numbers from 0 to 1 for the same seed. */
export function seeded(seed: number): () => number {
  let n = 0;
  return () => hash('sha256', `${seed} ${n++}`, 'buffer').readUInt32BE() / 2 ** 32;
}
