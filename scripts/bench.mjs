// `npm run bench -- NAME ...`: measures the built product beside a bare server. Without a name: the list, and the quick ones.
import { BootstrapError, ensureBuilt, ensureInstalled, root, runUnderNode24 } from './bootstrap.mjs';

process.chdir(root);
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exit(1);
}
process.exitCode = await runUnderNode24(['scripts/bench/run.ts', ...process.argv.slice(2)]);
