// Runs a command of this project, also on a fresh clone: `node scripts/run.mjs scripts/NAME.ts [ARGUMENTS]`.
import { commandFile, ensureInstalled } from './bootstrap.mjs';
import { commandEnvironment, runUnderNode24 } from './node24.mjs';
import { BootstrapError, root } from './project.mjs';

process.chdir(root);
try {
  await ensureInstalled();
  const [source, ...args] = process.argv.slice(2);
  process.exitCode = await runUnderNode24([commandFile(source), ...args], { ...commandEnvironment, ...process.env });
} catch (error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exitCode = 1;
}
