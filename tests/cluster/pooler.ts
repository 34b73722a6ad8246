import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { freePort } from '../support/product.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { queryOnce, type TestDatabase } from '../support/test-postgres.ts';

/** Debian's PgBouncer in front of a test's database. */
export interface Pooler {
  /** In transaction mode, as docs/deploy has it. */
  transactions: string;
  sessions: string;
  show(what: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const INI = path.resolve(import.meta.dirname, '../../docs/deploy/pgbouncer.ini');
const PASSWORD = 'only for the tests of this project';

/** Starts it with the configuration of docs/deploy. */
export async function startPooler({ connection }: TestDatabase): Promise<Pooler> {
  const { host, port, user, database } = connection;
  // It runs as somebody whom the socket of the test's database does not let in.
  const way = await startFaultProxy(path.join(host, `.s.PGSQL.${port}`));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-pgbouncer-'));
  fs.chmodSync(folder, 0o755);
  const users = path.join(folder, 'userlist.txt');
  fs.writeFileSync(users, `"${user}" "${PASSWORD}"\n`);
  const listen = await freePort();
  const target = `host=127.0.0.1 port=${way.port} dbname=${database} user=${user}`;
  const ini = Object.entries({
    'site = host=10.0.0.21 port=5432 dbname=site': `site = ${target}\nsessions = ${target} pool_mode=session pool_size=30`,
    'listen_addr = 10.0.0.20': 'listen_addr = 127.0.0.1',
    'listen_port = 6432': `listen_port = ${listen}\nstats_users = ${user}`,
    '/etc/pgbouncer/userlist.txt': users,
    'default_pool_size = 20': 'default_pool_size = 4', // so that sessions are shared all the time
  }).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`pgbouncer.ini has no ${from}`);
      return text.replace(from, to);
    },
    fs.readFileSync(INI, 'utf8'),
  );
  const file = path.join(folder, 'pgbouncer.ini');
  fs.writeFileSync(file, ini);

  const asRoot = process.getuid?.() === 0 ? ['-u', 'nobody'] : []; // it refuses to be root
  const child = spawn('/usr/sbin/pgbouncer', [...asRoot, file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      printed += String(error);
      resolve();
    });
    child.once('close', () => resolve());
  });
  let isOver = false;
  void ended.then(() => (isOver = true));
  const url = (name: string) => `postgres://${user}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${listen}/${name}`;
  const show = (what: string) => queryOnce({ connectionString: url('pgbouncer') }, `show ${what}`);
  const stop = async () => {
    if (!isOver) child.kill('SIGTERM');
    await ended;
    await way.stop();
    removeFolder(folder);
  };
  for (let tries = 0; !(await show('version').catch(() => null)); tries++) {
    if (isOver || tries > 200) {
      await stop();
      throw new Error(`pgbouncer did not start:\n${printed}`);
    }
    await sleep(50);
  }
  return { transactions: url('site'), sessions: url('sessions'), show, stop };
}
