// Test runners start servers and browsers. A process group ends all of them together.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const GRACE_MS = 3000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const groups = new Set();
let isEnding = false;

/**
 * Runs a program in its own process group and ends what it leaves running. A signal that ends this process ends the group
 * first.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(data: Buffer) => void} [hear] gets the output of pipes as it arrives
 * @returns {Promise<{ code: number, output: string }>} output is the output of pipes
 */
export function runGroup(command, args, options, hear = () => {}) {
  if (!groups.size) for (const signal of SIGNALS) process.on(signal, endAll);
  const child = spawn(command, args, { ...options, detached: true });
  groups.add(child.pid);
  let output = '';
  for (const pipe of [child.stdout, child.stderr])
    pipe?.on('data', (data) => {
      output += data;
      hear(data);
    });
  return new Promise((resolve) => {
    const end = (result) => {
      if (isEnding) return; // this process ends, too
      groups.delete(child.pid);
      if (!groups.size) for (const signal of SIGNALS) process.off(signal, endAll); // the next program handles signals itself
      resolve(result);
    };
    child.once('error', (error) => end({ code: 1, output: String(error) }));
    child.once('exit', () => isEnding || signalGroup(child.pid, 'SIGKILL'));
    child.once('close', (code) => end({ code: code ?? 1, output }));
  });
}

async function endAll(signal) {
  if (isEnding) return;
  isEnding = true;
  console.log(`\nEnded by ${signal}.`);
  const alive = () => [...groups].filter((pid) => signalGroup(pid, 0));
  for (const pid of alive()) signalGroup(pid, 'SIGTERM');
  for (let waited = 0; alive().length && waited < GRACE_MS; waited += 50) await sleep(50);
  for (const pid of alive()) signalGroup(pid, 'SIGKILL');
  process.exit(128 + constants.signals[signal]);
}

/** @returns {boolean} whether the group still has a process */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
