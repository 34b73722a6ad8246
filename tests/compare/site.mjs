// A commit, checked out, built and started as `npm start` does it, with a database and files of its own.
import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/project.mjs';

const START_LIMIT_MS = 15 * 60_000; // it may install and builds, on two busy cores
const ADMIN = 'compare@example.com';
const PASSWORD = 'a crane lifts 42 tonnes of quiet columns';
const started = new Set();
process.on('exit', () => started.forEach(terminate)); // whatever went wrong

/**
 * @param {string} commit
 * @param {string} folder of its own, which is there and is removed by the caller
 */
export async function startSite(commit, folder) {
  const release = path.join(folder, 'release');
  fs.mkdirSync(release);
  // An archive, not a worktree: nothing is left in the repository, however this ends.
  const files = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', release], { input: files });
  // Hard links; where a version differs, `npm start` installs anew.
  execFileSync('cp', ['-al', path.join(root, 'node_modules'), release]);
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: url,
    DATA_DIR: path.join(folder, 'data'),
    SESSION_SECRET: 'the same for both commits, and for nothing else',
    LOG_LEVEL: 'warn',
  };
  const log = fs.openSync(path.join(folder, 'log'), 'w');
  const child = spawn('npm', ['start'], { cwd: release, env, detached: true, stdio: ['ignore', log, log] });
  started.add(child.pid);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let isOver = false;
  void ended.then(() => (isOver = true));
  const command = (...args) =>
    execFileSync('npm', ['run', '-s', ...args], { cwd: release, env, input: `${PASSWORD}\n`, stdio: 'pipe' });

  for (const since = Date.now(); !(await isReady(url)); await sleep(500))
    if (isOver || Date.now() - since > START_LIMIT_MS)
      throw new Error(`${commit} did not start:\n${fs.readFileSync(path.join(folder, 'log'), 'utf8')}`);
  command('user', '--', 'add', ADMIN, '--role', 'admin', '--password-stdin');
  return {
    commit,
    url,
    command,
    /** Signs a browser context in. */
    async signIn(context) {
      const form = { email: ADMIN, password: PASSWORD };
      const answer = await context.request.post(`${url}/admin/login`, { form, headers: { origin: url } });
      if (!answer.url().endsWith('/admin/dashboard')) throw new Error(`${commit}: sign-in led to ${answer.url()}`);
    },
    async stop() {
      terminate(child.pid);
      await ended;
      started.delete(child.pid);
    },
  };
}

const isReady = (url) => fetch(`${url}/readyz`).then(({ ok }) => ok).catch(() => false); // prettier-ignore

/** By its signal the site ends its own database, too. */
function terminate(pid) {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // it has ended
  }
}
