// Runs a command of this project on a fresh clone too: `node scripts/run.mjs scripts/NAME.ts [ARGUMENTS]`.
import { BootstrapError, ensureInstalled, root, runUnderNode24 } from './bootstrap.mjs';

process.chdir(root);
try {
  await ensureInstalled();
  process.exitCode = await runUnderNode24(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exitCode = 1;
}
