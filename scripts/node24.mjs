// The Node that everything of this project runs in, and how the server runs in it.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import { BootstrapError, inRoot, root } from './project.mjs';

/**
 * The path of a Node that runs TypeScript natively: this process's own, or the one among the packages.
 * @throws {BootstrapError} when there is none for this machine
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
 * How the server is run to stay small: V8 and glibc by default take more memory than they give back. `npm run bench --
 * start` shows what it comes to; the Dockerfile repeats it.
 */
export const serverFlags = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
  '--expose-gc',
  '--disable-warning=DEP0169', // of Express: Node says it only of what is not in node_modules, and the bundle is not
];
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  NODE_COMPILE_CACHE: inRoot('build', 'server', '.compile-cache'), // a new build begins a new one; Node does without where it cannot write
};

/** For tools, which make much and keep little: what is new is looked through for garbage less often, a tenth of their work. */
export const roomForNew = '--max-semi-space-size=64';

/** What was compiled once is half of the work of the next command. */
export const commandEnvironment = { NODE_COMPILE_CACHE: inRoot('.cache', 'commands') };

/**
 * Runs a file under Node 24 in place of this process: same terminal, signals handed on, same exit code.
 * @param {string[]} args the file and its arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code (128 + n when a signal ended it)
 */
export function runUnderNode24(args, env = process.env) {
  const settings = fs.existsSync(inRoot('.env')) ? ['--env-file=.env'] : []; // what is set already wins
  const child = spawn(node24(), [...settings, ...args], { cwd: root, env, stdio: 'inherit' });
  const handOn = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handOn);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal && !['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal))
        console.error(`Ended by ${signal}: not by this program, but by somebody, or by the system for want of memory.`);
      resolve(code ?? 128 + os.constants.signals[signal]);
    });
  });
}
