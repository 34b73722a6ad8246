import fs from 'node:fs';

/** CPU time of a process so far, in seconds (Linux). */
export function cpuSeconds(pid: number): number {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / 100;
}

/** Resident memory of a process, in MiB (Linux). */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** The highest growth of a process's memory while `work` runs, in MiB. */
export async function growthOf(pid: number, goOn: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20);
  await goOn().finally(() => clearInterval(watch));
  return most - before;
}

/** The number of open files of a process whose path contains `text` (Linux). */
export const openFilesOf = (pid: number, text: string): number =>
  fs.readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/fd/${fd}`).includes(text);
    } catch {
      return false; // closed meanwhile
    }
  }).length;

export const secondsSince = (start: number): number => (performance.now() - start) / 1000;
