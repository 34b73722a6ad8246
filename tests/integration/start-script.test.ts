import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';

function run(args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(process.execPath, args, options);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, printed: () => printed };
}

it('a server that is killed is said to have ended, with its own exit code', async () => {
  const source = `import { runUnderNode24 } from './scripts/node24.mjs';
    process.exitCode = await runUnderNode24(['-e', 'process.kill(process.pid, "SIGKILL")']);`;
  const { ended, printed } = run(['--input-type=module', '-e', source]);
  expect(await ended).toBe(137);
  expect(printed()).toContain('Ended by SIGKILL');
});

it('Ctrl-C during the install ends the install, too', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-install-'));
  try {
    for (const name of ['scripts', 'package.json', 'package-lock.json'])
      fs.cpSync(name, path.join(folder, name), { recursive: true });
    const bin = path.join(folder, 'bin');
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, 'npm'), '#!/bin/sh\necho $$ > "$PWD/npm.pid"\nexec sleep 60\n', { mode: 0o755 });
    const { child, ended } = run(['scripts/start.mjs'], {
      cwd: folder,
      env: { NODE_ENV: 'production', PATH: `${bin}:${process.env.PATH}`, HOME: folder },
    });
    const file = path.join(folder, 'npm.pid');
    await expect
      .poll(() => fs.existsSync(file) && fs.readFileSync(file, 'utf8').trim(), { timeout: 10_000 })
      .toBeTruthy();
    const pid = Number(fs.readFileSync(file, 'utf8'));
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    const isAlive = () => fs.existsSync(`/proc/${pid}`) && !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
    await expect.poll(isAlive).toBe(false);
  } finally {
    removeFolder(folder);
  }
});
