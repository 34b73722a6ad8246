// Prepares a fresh clone for `npm start` and `npm test`. Plain JavaScript without dependencies, because it runs before
// anything is installed, on any Node from version 20.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { locked } from './locked.mjs';
import { node24, largeYoungHeap } from './node24.mjs';
import { runGroup } from './process-group.mjs';
import { BootstrapError, inRoot, root } from './project.mjs';
import { sourceHash } from './source-hash.mjs';

/**
 * Installs the packages if node_modules is missing or differs from package-lock.json. Two processes at once install once.
 * @throws {BootstrapError} when npm fails
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await locked('install', async () => {
    if (isInstalled()) return; // another process did it meanwhile
    console.log('Installing packages (about a minute) ...');
    // npm replaces node_modules, so it must not run on the Node in that folder.
    const bin = inRoot('node_modules', '.bin');
    const PATH = (process.env.PATH ?? '').split(path.delimiter).filter((dir) => path.resolve(dir) !== bin);
    const { code } = await runGroup('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
      cwd: root,
      env: { ...process.env, PATH: PATH.join(path.delimiter) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (code !== 0) throw new BootstrapError('The packages could not be installed: `npm ci` failed.');
  });
}

export const builtCommands = Object.fromEntries(
  ['backup', 'maintenance', 'person', 'restore', 'user'].map((name) => [`commands/${name}.js`, `scripts/${name}.ts`]),
);
const stamp = inRoot('build', '.build-stamp');
const isBuildFresh = () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === sourceHash();

/**
 * Finds the file that runs a command: the built one if the build is up to date, otherwise the source.
 * @param {string} source such as scripts/user.ts
 */
export function commandFile(source) {
  const built = Object.keys(builtCommands).find((file) => builtCommands[file] === source);
  return built && isBuildFresh() ? inRoot('build', 'server', built) : source;
}

const HEAP = '--max-old-space-size=1600'; // on a machine with 2 GB V8 would take too little

/**
 * Builds the app if a source has changed since the last build.
 * @throws {BootstrapError} when the build fails
 */
export async function ensureBuilt() {
  if (isBuildFresh()) return;
  await locked('build', () => {
    if (isBuildFresh()) return;
    console.log('Building ...');
    const made = sourceHash(); // read before the build: an edit during it makes the next start build again
    fs.rmSync(stamp, { force: true });
    const remix = inRoot('node_modules/@remix-run/dev/dist/cli.js');
    const run = spawnSync(node24(), [largeYoungHeap, HEAP, remix, 'vite:build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    const end = /heap out of memory/.test(run.stderr)
      ? 'ran out of memory'
      : run.signal && `was ended by ${run.signal}`;
    if (end) throw new BootstrapError(`The build ${end}: it needs a machine with 2 GB.`);
    if (run.status !== 0) throw new BootstrapError(`The build failed:\n${run.stdout}${run.stderr}`);
    fs.writeFileSync(stamp, made);
  });
}

/**
 * Installs and, by default, builds. A problem that a person has to solve ends this process with one line.
 * @param {{ isBuilt?: boolean }} [wanted]
 */
export async function prepareOrExit({ isBuilt = true } = {}) {
  try {
    await ensureInstalled();
    if (isBuilt) await ensureBuilt();
  } catch (error) {
    console.error(error instanceof BootstrapError ? error.message : error);
    process.exit(1);
  }
}

/**
 * npm writes node_modules/.package-lock.json last, so it lists what is really there. A container image has packages but
 * no package-lock.json and needs no installation.
 */
function isInstalled() {
  if (!fs.existsSync(inRoot('package-lock.json'))) return true;
  let wanted, present;
  try {
    wanted = JSON.parse(fs.readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
    present = JSON.parse(fs.readFileSync(inRoot('node_modules', '.package-lock.json'), 'utf8')).packages;
  } catch {
    return false;
  }
  const isSame = ([name, { version, optional, devOptional }]) =>
    name === '' || present[name]?.version === version || (!present[name] && (optional || devOptional)); // other platforms'
  return Object.entries(wanted).every(isSame);
}
