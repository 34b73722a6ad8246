import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';

// As a person calls them, by the lines of package.json; none may do anything, so a call is over soon.
const { scripts } = JSON.parse(fs.readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const ours = Object.entries(scripts).filter(([, line]) => line.startsWith('exec node '));
const dataDir = path.join(os.tmpdir(), 'never-made');

function run(line: string, ...args: string[]) {
  const { PATH, HOME } = process.env;
  const [, , ...command] = line.split(' ');
  const env = { PATH, HOME, NODE_ENV: 'production' as const, DATA_DIR: dataDir };
  const ran = spawnSync(process.execPath, [...command, ...args], { env, encoding: 'utf8', timeout: 60_000 });
  return { code: ran.status, out: ran.stdout, err: ran.stderr };
}

describe.each(ours)('npm run %s', (_, line) => {
  it('answers --help and does nothing', () => {
    expect(run(line, '--help')).toMatchObject({ code: 0, out: expect.stringMatching(/^Usage:\n {2}npm /), err: '' });
    expect(fs.existsSync('--help') || fs.existsSync(dataDir)).toBe(false);
  });
});

it.each([
  ['test', 'nonsense'],
  ['start', '--portt=1'],
  ['start:remix-serve', 'x'],
  ['backup'],
  ['restore', 'x.tar.gz', '--overwritee'],
  ['scan', 'nosuch'],
  ['bench', 'nosuch'],
  ['person', 'show', 'a@example.com'],
  ['person', 'export', 'no-address'],
  ['maintenance', 'on', '--messag=x'],
  ['user'],
  ['user', 'role', 'a@example.com'],
  ['user', 'add', 'a@example.com', '--rol', 'admin'],
  ['sample-enquiries', '501'],
  ['screenshots', 'home'],
  ['images', '--all'],
  ['fonts', 'x'],
  ['test:cluster', '--previous'],
])('npm run %s -- %s %s is wrong use: exit 2 and a plain word', (name, ...args) => {
  const { code, err } = run(scripts[name]!, ...args);
  expect(code).toBe(2);
  expect(err).not.toMatch(/^\s+at /m);
  expect(err.trim()).not.toBe('');
  expect(fs.existsSync(dataDir)).toBe(false);
});

it('a backup into a folder that cannot be made ends with one line', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-backup-'));
  fs.writeFileSync(path.join(dir, 'file'), '');
  for (const folder of ['/proc/none/of', path.join(dir, 'file/in')]) {
    const { code, err } = run(scripts.backup!, path.join(folder, 'site.tar.gz'));
    expect([code, err]).toEqual([1, expect.stringMatching(/^the folder .* cannot be made: [^\n]+\n$/)]);
  }
  removeFolder(dir);
});
