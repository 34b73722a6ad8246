// `npm run bench -- NAME ...`: measures the built product beside a bare server. Without a name: the list, and the quick ones.
import { BootstrapError, ensureBuilt, ensureInstalled, node24, root } from './bootstrap.mjs';
import { runGroup } from './process-group.mjs';

process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exit(1);
}
const { code } = await runGroup(node24(), ['scripts/bench/run.ts', ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = code;
