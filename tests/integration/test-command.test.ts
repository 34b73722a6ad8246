import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { expect, it } from 'vitest';

/** The running processes that have `text` in their command line or their environment. */
function processesWith(text: string): string[] {
  return fs.readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const commandLine = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const environment = fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
      return commandLine && (commandLine + environment).includes(text) ? [commandLine] : [];
    } catch {
      return []; // ended just now, or somebody else's
    }
  });
}

const hasProc = fs.existsSync('/proc/self/environ');

it.skipIf(!hasProc).each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  [undefined, 0],
] as const)('what a program left running is ended with it, by %s or without a signal', async (signal, code) => {
  const mark = `mark-${randomUUID()}`;
  const program = `sleep 99 & ${signal ? `trap '' TERM INT; sleep 99` : 'true'}`; // deaf: it has to be killed
  const source = `
    import { runGroup } from './scripts/process-group.mjs';
    console.log('starting');
    process.exitCode = (await runGroup('sh', ['-c', ${JSON.stringify(program)}], { env: { MARK: '${mark}' } })).code;`;
  const run = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => run.once('close', (exitCode, by) => resolve(exitCode ?? by)));
  if (signal) {
    await expect.poll(() => processesWith(mark).length).toBeGreaterThanOrEqual(3);
    run.kill(signal);
  }
  expect(await ended).toBe(code);
  await expect.poll(() => processesWith(mark)).toEqual([]);
});
