import { hash } from 'node:crypto';
import path from 'node:path';
import { startEmbedded, type EmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/orm.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { startProduct, type Product } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';
import { forFile } from '../support/for-test.ts';
import { queryOnce, sqlBy } from '../support/test-postgres.ts';

const NAME = 'site';

/**
 * A PostgreSQL of one file, with a proxy in front, that can be stopped and started again. Call it at the top of the file.
 * @returns its `url` leads through the proxy, its `sql` does not
 */
export async function testDatabaseApart() {
  const dir = testFolder();
  let server: EmbeddedPostgres | null = await startEmbedded(dir, { durable: false });
  const { host, port, user } = server;
  await queryOnce({ host, port, user }, `create database ${NAME}`);
  await migrate({ host, port, user, database: NAME });
  const proxy = forFile(await startFaultProxy(path.join(host, `.s.PGSQL.${port}`)));
  const sql = sqlBy((text, values) => queryOnce({ host, port, user, database: NAME }, text, values));
  return forFile({
    url: `postgres://${user}@127.0.0.1:${proxy.port}/${NAME}`,
    proxy,
    sql,
    async stop() {
      await server?.stop();
      server = null;
    },
    async start() {
      server ??= await startEmbedded(dir, { durable: false });
    },
  });
}

/** Settings that shift a process's clock by milliseconds. @param jump moves it further at each SIGUSR2 */
export const clockSettings = (shift: number, jump = 0) => ({
  CLOCK_SHIFT_MS: String(shift),
  CLOCK_JUMP_MS: String(jump),
  NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'shifted-clock.ts')}`,
});

/** Starts the product behind one trusted proxy, so that each enquiry can have its own address. */
export const startBehindProxy = (env: Record<string, string>): Promise<Product> =>
  startProduct({ TRUST_PROXY: '1', ...env });

/** Pseudorandom numbers from 0 to 1. */
export function seededRandom(seed: number): () => number {
  let n = 0;
  return () => hash('sha256', `${seed} ${n++}`, 'buffer').readUInt32BE() / 2 ** 32;
}
