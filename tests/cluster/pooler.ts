import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { forFile } from '../support/for-test.ts';
import { freePort } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';
import { queryOnce, type TestDatabase } from '../support/test-postgres.ts';
import { fitConfiguration } from './balancers.ts';

const PASSWORD = 'only for the tests of this project';

/**
 * Debian's PgBouncer with the configuration of docs/deploy, in front of a test's database. Call it at the top of the file.
 * @returns its addresses in transaction mode, as in docs/deploy, and in session mode
 */
export async function startPooler({ connection }: TestDatabase) {
  const { host, port, user, database } = connection;
  // PgBouncer's account has no access to the socket of the test's database.
  const way = forFile(await startFaultProxy(path.join(host, `.s.PGSQL.${port}`)));
  const folder = testFolder();
  const users = path.join(folder, 'userlist.txt');
  fs.writeFileSync(users, `"${user}" "${PASSWORD}"\n`);
  const listen = await freePort();
  const target = `host=127.0.0.1 port=${way.port} dbname=${database} user=${user}`;
  const file = path.join(folder, 'pgbouncer.ini');
  const ini = fitConfiguration('pgbouncer.ini', {
    'site = host=10.0.0.21 port=5432 dbname=site': `site = ${target}\nsessions = ${target} pool_mode=session pool_size=30`,
    'listen_addr = 10.0.0.20': 'listen_addr = 127.0.0.1',
    'listen_port = 6432': `listen_port = ${listen}\nstats_users = ${user}`,
    '/etc/pgbouncer/userlist.txt': users,
    'default_pool_size = 20': 'default_pool_size = 4', // so that clients share sessions all the time
  });
  fs.writeFileSync(file, ini);

  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : []; // it refuses to run as root
  const child = spawn('/usr/sbin/pgbouncer', [...asRoot, file], { stdio: ['ignore', 'pipe', 'pipe'] });
  forFile({ stop: () => child.kill() });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const url = (name: string) => `postgres://${user}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${listen}/${name}`;
  const show = (what: string) => queryOnce({ connectionString: url('pgbouncer') }, `show ${what}`);
  for (let tries = 0; !(await show('version').catch(() => null)); tries++) {
    if (tries > 200) throw new Error(`pgbouncer did not start:\n${printed}`);
    await sleep(50);
  }
  return { transactions: url('site'), sessions: url('sessions'), show };
}
