import fs from 'node:fs';

/** Measures CPU time in seconds, three times, and returns the least: what else this process does only adds to it. */
export async function leastCpu(work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < 3; n++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    took.push((user + system) / 1e6);
  }
  return Math.min(...took);
}

/** Resident memory of a process, in MiB (Linux). */
export const memoryMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** The highest growth of a process's memory while `work` runs, in MiB. */
export async function measureGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryMiB(pid);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryMiB(pid))), 20);
  await work().finally(() => clearInterval(watch));
  return most - before;
}

/** The number of open files of a process whose path contains `text` (Linux). */
export const countOpenFiles = (pid: number, text: string): number =>
  fs.readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return fs.readlinkSync(`/proc/${pid}/fd/${fd}`).includes(text);
    } catch {
      return false; // closed meanwhile
    }
  }).length;

export const secondsSince = (start: number): number => (performance.now() - start) / 1000;
