import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inRoot } from './project.mjs';

/** Runs `work` while no other process on this machine runs work of this name. Takes over the lock of a dead owner. */
export async function locked(name, work) {
  const lock = inRoot('.cache', `${name}.lock`);
  const mine = `${lock}.${process.pid}`;
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  fs.writeFileSync(mine, String(process.pid));
  try {
    for (let waited = false; ; waited = true) {
      try {
        fs.linkSync(mine, lock); // atomic, and never seen without its content
        break;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      if (isAbandoned(lock)) fs.rmSync(lock, { force: true });
      else if (!waited) console.log(`Waiting for another process (${name}) ...`);
      await sleep(100);
    }
    try {
      return await work();
    } finally {
      fs.rmSync(lock, { force: true });
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

function isAbandoned(lock) {
  try {
    const { mtimeMs } = fs.statSync(lock);
    if (Date.now() - mtimeMs > 15 * 60_000) return true; // its number may belong to another process by now
    process.kill(Number(fs.readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
