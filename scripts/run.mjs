// Runs a command of this project on a fresh clone too: `node scripts/run.mjs scripts/NAME.ts [ARGUMENTS]`.
import path from 'node:path';
import { BootstrapError, ensureInstalled, root, runUnderNode24 } from './bootstrap.mjs';

process.chdir(root);
try {
  await ensureInstalled();
  // What was compiled once is half of the work of the next command.
  const NODE_COMPILE_CACHE = path.join(root, '.cache', 'commands');
  process.exitCode = await runUnderNode24(process.argv.slice(2), { NODE_COMPILE_CACHE, ...process.env });
} catch (error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exitCode = 1;
}
