import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
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

it.skipIf(!hasProc)(
  'npm test ended by SIGTERM ends its browsers, servers and databases and leaves no files',
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-ended-'));
    fs.chmodSync(folder, 0o755);
    const { PATH, HOME, CHROMIUM_PATH } = process.env;
    const run = spawn('npm', ['test', '--', 'e2e', 'tests/e2e/every-page.spec.ts'], {
      env: { PATH, HOME, NODE_ENV: 'production', ...(CHROMIUM_PATH && { CHROMIUM_PATH }), TMPDIR: folder },
    });
    let printed = '';
    for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => (printed += data));
    const ended = new Promise((resolve) => run.once('close', (code, signal) => resolve(code ?? signal)));
    try {
      for (const part of ['postgres -D', 'app/server.ts', 'user-data-dir'])
        await expect
          .poll(() => processesWith(folder).some((each) => each.includes(part)), { timeout: 100_000, message: part })
          .toBe(true);
      run.kill('SIGTERM');
      expect([await ended, printed]).toEqual([143, expect.stringContaining('Ended by SIGTERM.')]);
      await expect.poll(() => processesWith(folder)).toEqual([]);
      expect(fs.readdirSync(folder).filter((name) => name !== 'node-compile-cache')).toEqual([]); // which is npm's
    } finally {
      run.kill('SIGKILL');
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);

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
