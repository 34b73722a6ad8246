import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../support/test-folder.ts';

// Calls commands by their lines in package.json. None of them does any work, so a call is short.
const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const [dir, folder] = [testFolder(), testFolder()];
const dataDir = path.join(dir, 'never-made');

function run(line: string, ...args: string[]) {
  const { PATH, HOME } = process.env;
  const [, , ...command] = line.split(' ');
  const env = { PATH, HOME, NODE_ENV: 'production' as const, DATA_DIR: dataDir };
  const ran = spawnSync(process.execPath, [...command, ...args], { env, encoding: 'utf8', timeout: 60_000 });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

// Commands that change something; the others share their argument parser.
const commands = ['start', 'dev', 'test', 'user', 'person', 'maintenance', 'backup', 'restore'];
it.each(commands)('npm run %s answers --help and does nothing', (name) => {
  const out = expect.stringMatching(/^Usage:\n {2}npm /) as string;
  expect(run(scripts[name]!, '--help')).toEqual({ code: 0, out, err: '' });
  expect(fs.existsSync('--help') || fs.existsSync(dataDir)).toBe(false);
});

it.each([
  ['test', 'nonsense'],
  ['start', '--portt=1'],
  ['backup'],
  ['person', 'show', 'a@example.com'],
  ['user', 'role', 'a@example.com'],
  ['user', 'role', 'a@example.com', 'admin', '--role=viewer'],
  ['test:cluster', '--previous'],
])('npm run %s -- %s %s is wrong use: exit 2 and a plain word', (name, ...args) => {
  const { code, err } = run(scripts[name]!, ...args);
  expect(code).toBe(2);
  expect(err).not.toMatch(/^\s+at /m);
  expect(err.trim()).not.toBe('');
  expect(fs.existsSync(dataDir)).toBe(false);
});

it('a backup into a folder that cannot be made ends with one line', () => {
  fs.writeFileSync(path.join(dir, 'file'), '');
  const { code, err } = run(scripts.backup!, path.join(dir, 'file/in', 'site.tar.gz'));
  expect([code, err]).toEqual([1, expect.stringMatching(/^the folder .* cannot be made: [^\n]+\n$/)]);
});

function begin(args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const child = spawn(process.execPath, args, options);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, ended, printed: () => printed };
}

it('a server that is killed is said to have ended, with its own exit code', async () => {
  const source = `import { runUnderNode24 } from './scripts/node24.mjs';
    process.exitCode = await runUnderNode24(['-e', 'process.kill(process.pid, "SIGKILL")']);`;
  const { ended, printed } = begin(['--input-type=module', '-e', source]);
  expect(await ended).toBe(137);
  expect(printed()).toContain('Ended by SIGKILL');
});

it('Ctrl-C during the install ends the install, too', async () => {
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    fs.cpSync(name, path.join(folder, name), { recursive: true });
  const bin = path.join(folder, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'npm'), '#!/bin/sh\necho $$ > "$PWD/npm.pid"\nexec sleep 60\n', { mode: 0o755 });
  const { child, ended } = begin(['scripts/start.mjs'], {
    cwd: folder,
    env: { NODE_ENV: 'production', PATH: `${bin}:${process.env.PATH}`, HOME: folder },
  });
  const file = path.join(folder, 'npm.pid');
  const readPid = () => Number(fs.existsSync(file) && fs.readFileSync(file, 'utf8'));
  await expect.poll(readPid, { timeout: 10_000 }).toBeGreaterThan(0);
  const pid = readPid();
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  const isAlive = () => fs.existsSync(`/proc/${pid}`) && !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  await expect.poll(isAlive).toBe(false);
});

/** Running processes with `text` in their command line or environment. */
function processesWith(text: string): string[] {
  return fs.readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const commandLine = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      const environment = fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
      return commandLine && (commandLine + environment).includes(text) ? [commandLine] : [];
    } catch {
      return []; // it has just ended, or belongs to somebody else
    }
  });
}

it.skipIf(!fs.existsSync('/proc/self/environ')).each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  [undefined, 0],
] as const)('what a program left running is ended with it, by %s or without a signal', async (signal, code) => {
  const mark = `mark-${randomUUID()}`;
  const program = `sleep 99 & ${signal ? `trap '' TERM INT; sleep 99` : 'true'}`; // ignores signals, so it has to be killed
  const source = `
    import { runGroup } from './scripts/process-group.mjs';
    console.log('starting');
    process.exitCode = (await runGroup('sh', ['-c', ${JSON.stringify(program)}], { env: { MARK: '${mark}' } })).code;`;
  const { child, ended } = begin(['--input-type=module', '-e', source]);
  if (signal) {
    await expect.poll(() => processesWith(mark).length).toBeGreaterThanOrEqual(3);
    child.kill(signal);
  }
  expect(await ended).toBe(code);
  await expect.poll(() => processesWith(mark)).toEqual([]);
});
