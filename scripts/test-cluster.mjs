// `npm run test:cluster [-- --previous REF]`: several processes behind stock balancers, on PostgreSQL's own replication.
// What else follows goes to Vitest. `--previous` names the release before, which is otherwise the one before the newest
// migration. It installs what it lacks where it may, and names it in one line where it may not.
import { helpOrExit, orExit, UsageError } from './arguments.mjs';
import { installPackages } from './debian.mjs';
import { runMeasured } from './measured.mjs';

const USAGE = 'Usage:\n  npm run test:cluster -- [--previous REF] [FILES]   what else follows goes to Vitest';
await helpOrExit(USAGE);
const args = process.argv.slice(2);
const at = args.indexOf('--previous');
const [, previous] = at < 0 ? [] : args.splice(at, 2);
await orExit(() => {
  if (at >= 0 && !previous) throw new UsageError(USAGE);
});
if (previous) process.env.PREVIOUS_RELEASE = previous;

const missing = installPackages({
  postgresql: '/usr/lib/postgresql',
  haproxy: '/usr/sbin/haproxy',
  nginx: '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  pgbouncer: '/usr/sbin/pgbouncer',
  prometheus: '/usr/bin/promtool',
  openssl: '/usr/bin/openssl',
});
if (missing.length) {
  console.error(`test:cluster needs these packages of Debian, which are missing here: ${missing.join(' ')}`);
  process.exit(1);
}
const columns = ['event', 'requests', 'failed', 'acknowledged', 'stored', 'lost', 'seconds', 'note'];
await runMeasured('cluster', args, columns);
