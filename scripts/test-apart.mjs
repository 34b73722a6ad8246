// `npm run test:faults` breaks parts around the built product; `npm run test:cluster` runs several processes behind stock
// balancers, with PostgreSQL's own replication.
import { answerHelp, exitOnUsageError, UsageError } from './arguments.mjs';
import { prepareOrExit } from './bootstrap.mjs';
import { installPackages } from './debian.mjs';
import { node24 } from './node24.mjs';
import { root } from './project.mjs';
import { runGroup } from './process-group.mjs';

const USAGE = `Usage:
  npm run test:faults -- [FILES]
  npm run test:cluster -- [--previous REF] [FILES]
What follows goes to Vitest. REF is the release before; otherwise it is the one before the newest migration.`;
const [folder, ...args] = process.argv.slice(2);
await answerHelp(USAGE);
const at = args.indexOf('--previous');
const [, previous] = at < 0 ? [] : args.splice(at, 2);
await exitOnUsageError(() => {
  if (at >= 0 && !previous) throw new UsageError(USAGE);
});
if (folder === 'cluster') {
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
}
await prepareOrExit();
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', `tests/${folder}/vitest.config.ts`];
const env = { ...process.env, ...(previous && { PREVIOUS_RELEASE: previous }) };
const { code } = await runGroup(node24(), [...vitest, ...args], { cwd: root, env, stdio: 'inherit' });
process.exitCode = code;
