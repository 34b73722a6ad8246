// What `npm start` and `npm test` need on a fresh clone. Plain JavaScript without dependencies: it runs before anything
// is installed, on whatever Node (20 or newer) the machine has.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const inRoot = (...names) => path.join(root, ...names);

/** Something a person has to mend; its message is one line to show without a stack. */
export class BootstrapError extends Error {}

/**
 * Installs the packages when node_modules is missing or differs from package-lock.json; otherwise does nothing.
 * Two processes at once install once.
 * @throws {BootstrapError} when npm fails
 */
export async function ensureInstalled() {
  if (isInstalled()) return;
  await locked('install', () => {
    if (isInstalled()) return; // another process did it while this one waited
    console.log('Installing packages (about a minute) ...');
    // npm replaces node_modules, so it must not run on the Node that lives there.
    const bin = inRoot('node_modules', '.bin');
    const PATH = (process.env.PATH ?? '').split(path.delimiter).filter((dir) => path.resolve(dir) !== bin);
    const run = spawnSync('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
      cwd: root,
      env: { ...process.env, PATH: PATH.join(path.delimiter) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    if (run.status !== 0) throw new BootstrapError('The packages could not be installed: `npm ci` failed.');
  });
}

/** The commands that are part of the build, and their sources. */
export const builtCommands = Object.fromEntries(
  ['backup', 'maintenance', 'person', 'restore', 'user'].map((name) => [`commands/${name}.js`, `scripts/${name}.ts`]),
);
const stamp = inRoot('build', '.build-stamp');
const isBuildFresh = () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === sourceHash();

/** What was compiled once is half of the work of the next command. */
export const commandEnvironment = { NODE_COMPILE_CACHE: inRoot('.cache', 'commands') };

/**
 * The file that runs a command: the built one where the build is of these sources, otherwise the source itself.
 * @param {string} source such as scripts/user.ts
 */
export function commandFile(source) {
  const built = Object.keys(builtCommands).find((file) => builtCommands[file] === source);
  return built && isBuildFresh() ? inRoot('build', 'server', built) : source;
}

/**
 * Builds the app when a source differs from what the last build was made of; otherwise does nothing.
 * @throws {BootstrapError} when the build fails
 */
export async function ensureBuilt() {
  if (isBuildFresh()) return;
  await locked('build', () => {
    if (isBuildFresh()) return;
    console.log('Building ...');
    const made = sourceHash(); // of the sources as they are now: an edit during the build makes the next start build again
    fs.rmSync(stamp, { force: true });
    const run = spawnSync(node24(), [inRoot('node_modules/@remix-run/dev/dist/cli.js'), 'vite:build'], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    if (run.status !== 0) throw new BootstrapError(`The build failed:\n${run.stdout}${run.stderr}`);
    fs.writeFileSync(stamp, made);
  });
}

/**
 * Installs and, unless that is left to others, builds. What a person has to mend ends this process with one line.
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

/**
 * Runs a file under Node 24 in place of this process: same terminal, signals handed on, same exit code.
 * @param {string[]} args the file and its arguments
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>} the exit code (128 + n when a signal ended it)
 */
export function runUnderNode24(args, env = process.env) {
  const child = spawn(node24(), args, { cwd: root, env, stdio: 'inherit' });
  const handOn = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, handOn);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1)));
  });
}

/**
 * npm writes node_modules/.package-lock.json as its last act: what it lists is really there, and nothing else is.
 * An image holds the packages without the list of those wanted: there, nothing is to be installed.
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

/** A hash over everything the build is made of. */
function sourceHash() {
  const hash = createHash('sha256');
  const add = (name, content) => hash.update(`${name}\0${content.length}\0`).update(content);
  for (const name of [
    'package-lock.json',
    'vite.config.ts',
    'remix.config.js',
    ...filesUnder('app'),
    ...filesUnder('db'),
    ...filesUnder('public'),
    ...filesUnder('scripts/bundle'),
    ...filesUnder('scripts').filter((file) => /^scripts\/[\w-]+\.ts$/.test(file)),
  ])
    add(name, isNamedByContent(name) ? '' : fs.readFileSync(inRoot(name)));
  return hash.digest('hex');
}

/** The pictures and fonts, which are most of what there is to read. */
const isNamedByContent = (name) => /^public\/.*-[0-9a-f]{8}[-.]/.test(name);

function filesUnder(dir) {
  if (!fs.existsSync(inRoot(dir))) return [];
  const entries = fs.readdirSync(inRoot(dir), { withFileTypes: true });
  return entries.flatMap((e) => (e.isDirectory() ? filesUnder(`${dir}/${e.name}`) : [`${dir}/${e.name}`])).sort();
}

/** Runs `work` while no other process on this machine runs work of this name; a dead owner's lock is taken over. */
async function locked(name, work) {
  const lock = inRoot('.cache', `${name}.lock`);
  const mine = `${lock}.${process.pid}`;
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  fs.writeFileSync(mine, String(process.pid));
  try {
    for (let waited = false; ; waited = true) {
      try {
        fs.linkSync(mine, lock); // atomic, and never seen without its content
        break;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      if (isAbandoned(lock)) fs.rmSync(lock, { force: true });
      else if (!waited) console.log(`Waiting for another process (${name}) ...`);
      await sleep(100);
    }
    try {
      return await work();
    } finally {
      fs.rmSync(lock, { force: true });
    }
  } finally {
    fs.rmSync(mine, { force: true });
  }
}

function isAbandoned(lock) {
  try {
    const { mtimeMs } = fs.statSync(lock);
    if (Date.now() - mtimeMs > 15 * 60_000) return true; // its number may since belong to another process
    process.kill(Number(fs.readFileSync(lock, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}
