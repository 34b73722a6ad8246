import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { PATH, NODE_ENV } = process.env;
/** The environment of the database's programs: ours contains secrets. */
export const bareEnvironment = { PATH, NODE_ENV, LC_ALL: 'C' };

/** Stops the server when this process ends, even by SIGKILL: then the pipe to the watchdog's standard input closes. */
export function stopAtExit(server: ChildProcess): void {
  if (!server.pid) return;
  const watchdog = spawn('sh', ['-c', `read -r _; kill -INT ${server.pid} 2>/dev/null`], {
    env: bareEnvironment,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  server.unref();
  watchdog.unref();
  (watchdog.stdin as unknown as { unref(): void }).unref();
  // The number of an ended server may go to another process.
  server.once('exit', () => watchdog.kill('SIGKILL'));
}

/** Ends a server that a killed process has left on a data folder. */
export async function endOrphan(data: string): Promise<void> {
  const pidFile = path.join(data, 'postmaster.pid');
  const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  if (!pid || !isPostgres(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isPostgres(pid); waited += 50) {
    if (waited === 5000) process.kill(pid, 'SIGQUIT'); // the next start recovers from its log
    if (waited > 10_000) throw new Error(`a database process left behind (${pid}) will not stop`);
    await sleep(50);
  }
}

/** A pid file can outlive a reboot; then its number may belong to any process. */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const proc = `/proc/${pid}/stat`; // slim Linux images have no ps, macOS has no /proc
  if (process.platform === 'linux') {
    if (!fs.existsSync(proc)) return false;
    // An ended process keeps its number until its parent asks, which in some containers never happens.
    const [, name = '', state] = /^\d+ \((.*)\) (\S)/s.exec(fs.readFileSync(proc, 'utf8')) ?? [];
    return name.startsWith('postgres') && state !== 'Z';
  }
  return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes('postgres');
}
