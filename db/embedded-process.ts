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
  const isOrphan = pid ? runsIn(pid, data) : null;
  // After a reboot or in a copy the number is another process's. PostgreSQL would take that one for its own and not start.
  if (isOrphan === false)
    for (const file of [pidFile, path.join(data, '.s.PGSQL.5432.lock')]) fs.rmSync(file, { force: true });
  if (!isOrphan) return;
  process.kill(pid, 'SIGINT');
  for (let waited = 0; runsIn(pid, data); waited += 50) {
    if (waited === 5000) process.kill(pid, 'SIGQUIT'); // the next start recovers from its log
    if (waited > 10_000) throw new Error(`a database process left behind (${pid}) will not stop`);
    await sleep(50);
  }
}

/** PostgreSQL works in its data folder. Null if that cannot be known, or the process has ended. */
function runsIn(pid: number, data: string): boolean | null {
  try {
    const [there, here] = [`/proc/${pid}/cwd`, data].map((folder) => fs.statSync(folder)); // the same by whatever path
    return there!.dev === here!.dev && there!.ino === here!.ino;
  } catch {
    // Root in a container may not look into the folder of another account's process; macOS has no /proc.
    const ps = ['-ww', '-o', 'args=', '-p', String(pid)];
    const file = `/proc/${pid}/cmdline`; // slim Linux images have no ps
    const line = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : (spawnSync('ps', ps).stdout?.toString() ?? '');
    return line.replaceAll('\0', ' ').includes(` -D ${fs.realpathSync(data)} `) || null;
  }
}
