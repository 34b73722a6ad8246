import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { removeFolder } from '../support/remove-folder.ts';

// Each test has a small project tree of its own, because the modules work on the tree that contains them. It installs and
// builds nothing: `npm` and Remix are scripts that record their calls.
let tree: string;
let bootstrap: typeof import('../../scripts/bootstrap.mjs');
const write = (name: string, text: string) => {
  const file = path.join(tree, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode: 0o755 });
};
const has = (name: string) => fs.existsSync(path.join(tree, name));
const takeAway = (name: string) => removeFolder(path.join(tree, name));
const lock = (version: string) => JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } });

beforeEach(async () => {
  tree = fs.mkdtempSync(path.join(os.tmpdir(), 'site-bootstrap-'));
  fs.mkdirSync(path.join(tree, 'scripts'));
  for (const name of fs.readdirSync('scripts').filter((file) => file.endsWith('.mjs')))
    fs.copyFileSync(`scripts/${name}`, path.join(tree, 'scripts', name));
  const npm = '#!/bin/sh\necho npm "$@" >>npm-calls\nsleep 0.5\ncp package-lock.json node_modules/.package-lock.json\n';
  write('bin/npm', npm);
  write(
    'node_modules/@remix-run/dev/dist/cli.js',
    "require('node:fs').appendFileSync('builds', 'x'); require('node:fs').mkdirSync('build', { recursive: true });",
  );
  for (const name of ['package-lock.json', 'node_modules/.package-lock.json']) write(name, lock('1.0.0'));
  for (const name of ['vite.config.ts', 'remix.config.js', 'scripts/bundle/precompress.mjs', 'app/root.tsx'])
    write(name, '');
  write('public/logo.svg', '<svg>1</svg>');
  write('public/pictures/port-1a2b3c4d-480.jpg', 'picture');
  vi.stubEnv('PATH', `${path.join(tree, 'bin')}:${process.env.PATH}`);
  vi.spyOn(console, 'log').mockReturnValue();
  bootstrap = (await import(path.join(tree, 'scripts/bootstrap.mjs'))) as typeof bootstrap;
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  removeFolder(tree);
});

describe('ensureInstalled', () => {
  it('does nothing where the packages are those of package-lock.json', async () => {
    await bootstrap.ensureInstalled();
    expect(has('npm-calls')).toBe(false);
  });

  it.each([
    ['a package is of another version', () => write('node_modules/.package-lock.json', lock('0.9.0'))],
    ['an installation was broken off', () => takeAway('node_modules/.package-lock.json')],
  ])('installs where %s, once for two at a time', async (_, spoil) => {
    spoil();
    const start = `import('./scripts/bootstrap.mjs').then(({ ensureInstalled }) => ensureInstalled())`;
    await Promise.all([1, 2].map(() => promisify(execFile)(process.execPath, ['-e', start], { cwd: tree })));
    expect(fs.readFileSync(path.join(tree, 'npm-calls'), 'utf8')).toMatch(/^npm ci .*\n$/);
    expect(fs.readdirSync(path.join(tree, '.cache'))).toEqual([]);
  });

  it('takes over the lock of an installation that was killed', async () => {
    takeAway('node_modules/.package-lock.json');
    write('.cache/install.lock', '4194305'); // above the highest possible process id
    await bootstrap.ensureInstalled();
    expect(has('npm-calls')).toBe(true);
  });

  it('accepts the packages of an image as they are, and writes nothing there', async () => {
    takeAway('package-lock.json');
    await bootstrap.ensureInstalled();
    expect([has('npm-calls'), has('.cache')]).toEqual([false, false]);
  });
});

describe('ensureBuilt', () => {
  const builds = async () => {
    await bootstrap.ensureBuilt();
    return fs.readFileSync(path.join(tree, 'builds'), 'utf8').length;
  };

  it('builds once, and again after a change of a source, even one that keeps the size of a public file', async () => {
    expect(await builds()).toBe(1);
    expect(await builds()).toBe(1);
    write('app/root.tsx', 'changed');
    expect(await builds()).toBe(2);
    write('public/logo.svg', '<svg>2</svg>');
    expect(await builds()).toBe(3);
    write('public/pictures/port-5e6f7a8b-480.jpg', 'picture');
    expect(await builds()).toBe(4);
    expect(await builds()).toBe(4);
  });

  it('gives commands their built file while it is up to date', async () => {
    expect(bootstrap.commandFile('scripts/user.ts')).toBe('scripts/user.ts');
    await builds();
    expect(bootstrap.commandFile('scripts/user.ts')).toBe(path.join(tree, 'build/server/commands/user.js'));
    expect(bootstrap.commandFile('scripts/scan.ts')).toBe('scripts/scan.ts');
    write('scripts/user.ts', 'changed');
    expect(bootstrap.commandFile('scripts/user.ts')).toBe('scripts/user.ts');
  });

  const cli = 'node_modules/@remix-run/dev/dist/cli.js';

  it.each([
    ['that it prints', "console.error('the reason'); process.exit(1)", /the reason/],
    [
      'for want of memory',
      "console.error('1: 0x\\nheap out of memory'); process.exit(134)",
      /^The build ran out of .* 2 GB\.$/,
    ],
    ['of whoever killed it', "process.kill(process.pid, 'SIGKILL')", /^The build was ended by SIGKILL: .* 2 GB\.$/],
  ])('reports why a build failed: %s, and the next start builds again', async (_, fails, reason) => {
    const works = fs.readFileSync(path.join(tree, cli), 'utf8');
    write(cli, fails);
    await expect(bootstrap.ensureBuilt()).rejects.toThrow(reason);
    write(cli, works);
    expect(await builds()).toBe(1);
  });
});
