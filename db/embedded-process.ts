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
export async function endOrphan(folder: string): Promise<void> {
  const data = fs.existsSync(folder) ? fs.realpathSync(folder) : folder;
  const pidFile = path.join(data, 'postmaster.pid');
  const pid = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
  const commandLine = () => (pid ? commandLineOf(pid) : '');
  const isOurs = () => commandLine().includes(` -D ${data} `);
  // After a reboot or in a copy the number is another process's. PostgreSQL would take that one for its own and not start.
  if (commandLine() && !isOurs())
    for (const file of [pidFile, path.join(data, '.s.PGSQL.5432.lock')]) fs.rmSync(file, { force: true });
  if (!isOurs()) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isOurs(); waited += 50) {
    if (waited === 5000) process.kill(pid, 'SIGQUIT'); // the next start recovers from its log
    if (waited > 10_000) throw new Error(`a database process left behind (${pid}) will not stop`);
    await sleep(50);
  }
}

/** Empty for a process that has ended, also where its parent never asks and it keeps its number, as in some containers. */
function commandLineOf(pid: number): string {
  const proc = `/proc/${pid}/cmdline`; // slim Linux images have no ps, macOS has no /proc
  if (process.platform !== 'linux') return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).stdout.toString();
  return fs.existsSync(proc) ? fs.readFileSync(proc, 'utf8').replaceAll('\0', ' ') : '';
}
