// `npm run test:cluster [-- --previous REF]`: several processes behind stock balancers, on PostgreSQL's own replication.
// What else follows goes to Vitest. `--previous` names the release before, which is otherwise the one before the newest
// migration. It installs what it lacks where it may, and names it in one line where it may not.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { helpOrExit, orExit, UsageError } from './arguments.mjs';
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

/** The packages of Debian that the tests run, each with a file by which it is found. */
const packages = {
  postgresql: '/usr/lib/postgresql',
  haproxy: '/usr/sbin/haproxy',
  nginx: '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  pgbouncer: '/usr/sbin/pgbouncer',
  prometheus: '/usr/bin/promtool',
  openssl: '/usr/bin/openssl',
};
const missing = () => Object.keys(packages).filter((name) => !fs.existsSync(packages[name]));

if (missing().length && process.getuid?.() === 0) install(missing());
if (missing().length) {
  console.error(`test:cluster needs these packages of Debian, which are missing here: ${missing().join(' ')}`);
  process.exit(1);
}
await runMeasured('cluster', args, {
  event: 'event',
  requests: 'requests',
  failed: 'failed',
  acknowledged: 'acknowledged',
  stored: 'stored',
  lost: 'lost',
  seconds: 'seconds',
  note: 'note',
});

/** Without their services being started: whoever wants them runs them. */
function install(names) {
  console.log(`Installing ${names.join(', ')} ...`);
  const policy = '/usr/sbin/policy-rc.d';
  const isOurs = !fs.existsSync(policy);
  if (isOurs) fs.writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const apt = (...args) =>
    spawnSync('apt-get', [...args, '-qq'], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: 'ignore',
    });
  apt('update');
  apt('install', '-y', '--no-install-recommends', ...names);
  if (isOurs) fs.rmSync(policy);
}
