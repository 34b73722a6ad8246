import fs from 'node:fs';

/** The CPU time that a process has used so far, in seconds (Linux): how long it works, whatever else the machine does. */
export function cpuSeconds(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** The memory that a process holds, in MiB (Linux). */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** By how many MiB a process holds more at most while something goes on. */
export async function growthOf(pid: number, goOn: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20);
  await goOn().finally(() => clearInterval(watch));
  return most - before;
}

/** How many files a process has open whose path holds a text (Linux). */
export const openFilesOf = (pid: number, text: string): number =>
  fs.readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/fd/${fd}`).includes(text);
    } catch {
      return false; // closed meanwhile
    }
  }).length;

/** Seconds since a `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000;
