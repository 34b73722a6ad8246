import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const isThere = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/**
 * Installs the scanners that are missing, from Debian's packages. nikto lives in its non-free part: that is added for
 * this one call only, on the mirror that the machine uses already.
 * @returns those that are still missing
 */
export function installScanners(): string[] {
  const missing = () => ['wapiti', 'sqlmap', 'slowhttptest', 'nikto'].filter((command) => !isThere(command));
  if (!missing().length || !isThere('apt-get')) return missing();
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { stdio: 'inherit' });
  apt('update');
  const free = missing().filter((command) => command !== 'nikto');
  if (free.length) apt('install', '-y', '--no-install-recommends', ...free);
  if (missing().includes('nikto')) {
    const targets = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI) $(RELEASE) $(COMPONENT)'], {
      encoding: 'utf8',
    });
    const [mirror, release] =
      targets.stdout
        .split('\n')
        .find((line) => line.endsWith(' main'))
        ?.split(' ') ?? [];
    const list = path.join(os.tmpdir(), 'scan-non-free.list');
    const signed = '[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]';
    fs.writeFileSync(list, `deb ${signed} ${mirror} ${release} non-free\n`);
    const withList = ['-o', `Dir::Etc::SourceList=${list}`];
    apt(...withList, 'update');
    apt(...withList, 'install', '-y', '--no-install-recommends', 'nikto');
    fs.rmSync(list);
  }
  return missing();
}

/** Runs a scanner for at most so many seconds. @returns everything it printed */
export function run(command: string, args: string[], seconds: number): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: seconds * 1000 });
    let printed = '';
    child.stdout.on('data', (data) => (printed += data));
    child.stderr.on('data', (data) => (printed += data));
    child.on('error', (error) => resolve(`not run: ${error.message}`));
    child.on('close', (code, signal) =>
      resolve(`${printed}\n${signal ? `ended after ${seconds} s` : `exit code ${code}`}\n`),
    );
  });
}
