// The Node of this project, and the server's flags.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { BootstrapError, inRoot, root } from './project.mjs';

/**
 * Finds a Node that runs TypeScript: this process's own, or the one among the packages.
 * @throws {BootstrapError} when this machine has none
 */
export function node24() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  const packaged = inRoot('node_modules', '.bin', 'node');
  if (fs.existsSync(packaged)) return packaged;
  throw new BootstrapError(
    `Node 24 or newer is needed (this is ${process.versions.node}) and there is no packaged one here.`,
  );
}

/**
 * Flags that keep the server small: by default V8 and glibc take more memory than they give back. `npm run bench -- start`
 * measures them; the Dockerfile repeats them.
 */
export const serverFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
  '--expose-gc',
  '--disable-warning=DEP0169', // of Express: Node warns only about code outside node_modules, such as the bundle
];
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: inRoot('build', 'server', '.compile-cache'), // new with each build; Node skips it where it cannot write
};

/** Tools allocate much and keep little. A larger young generation saves a tenth of their work. */
export const largeYoungHeap = '--max-semi-space-size=64';

/** A compile cache halves the work of the next command. */
export const commandEnvironment = { NODE_COMPILE_CACHE: inRoot('.cache', 'commands') };

/**
 * Runs a file under Node 24 in the same terminal and passes signals on.
 * @param {string[]} args the file and its arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code (128 + n when a signal ended it)
 */
export async function runUnderNode24(args, env = process.env) {
  const file = inRoot('.env');
  const settings = fs.existsSync(file) ? ['--env-file=.env'] : []; // variables that are already set win
  try {
    if (settings.length && fs.readFileSync(file, 'utf8').startsWith('\uFEFF'))
      throw new Error('it has a byte order mark');
  } catch (error) {
    console.error(`.env cannot be read: ${error.code ?? error.message}`); // Node says that there is none, or loses a line
    return 1;
  }
  const child = spawn(node24(), [...settings, ...args], { cwd: root, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal && !['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal))
        console.error(`Ended by ${signal}: not by this program, but by somebody, or by the system for want of memory.`);
      resolve(code ?? 128 + os.constants.signals[signal]);
    });
  });
}
