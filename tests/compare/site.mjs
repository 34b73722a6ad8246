// Builds a commit and starts it with its own database and files.
import { execFileSync } from 'node:child_process';
import { buildRelease } from '../cluster/previous-release.ts';
import { freePort, SESSION_SECRET, startProduct } from '../support/product.ts';

const ADMIN = 'compare@example.com';
const PASSWORD = 'a crane lifts 42 tonnes of quiet columns';

/**
 * @param {string} commit
 * @param {string} folder for its data; the caller makes and removes it
 */
export async function startSite(commit, folder) {
  const release = buildRelease(commit);
  const PORT = String(await freePort());
  const url = `http://localhost:${PORT}`; // passkeys do not work on IP addresses
  const { stop } = await startProduct({ DATA_DIR: folder, PORT, APP_URL: url }, release);
  const env = { ...process.env, DATA_DIR: folder, APP_URL: url, SESSION_SECRET };
  const command = (...args) =>
    execFileSync('npm', ['run', '-s', ...args], { cwd: release, env, input: `${PASSWORD}\n`, stdio: 'pipe' });
  command('user', '--', 'add', ADMIN, '--role', 'admin', '--password-stdin');
  return {
    url,
    command,
    stop,
    async signIn(context) {
      const form = { email: ADMIN, password: PASSWORD };
      const answer = await context.request.post(`${url}/admin/login`, { form, headers: { origin: url } });
      if (!answer.url().endsWith('/admin/dashboard')) throw new Error(`${commit}: sign-in led to ${answer.url()}`);
    },
  };
}
