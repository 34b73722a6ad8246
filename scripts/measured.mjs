// Runs tests that measure, and ends with a table of what they have measured.
import fs from 'node:fs';
import path from 'node:path';
import { prepareOrExit } from './bootstrap.mjs';
import { node24 } from './node24.mjs';
import { root } from './project.mjs';
import { runGroup } from './process-group.mjs';

/**
 * Runs the tests of a folder on the built product.
 * @param {string} folder of `tests`, with a `vitest.config.ts`
 * @param {string[]} args for Vitest
 * @param {string[]} columns of the table: what the tests report
 */
export async function runMeasured(folder, args, columns) {
  const figures = path.join(root, '.cache', `figures-of-${folder}.jsonl`);
  await prepareOrExit();
  fs.mkdirSync(path.dirname(figures), { recursive: true });
  fs.rmSync(figures, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', `tests/${folder}/vitest.config.ts`];
  const { code } = await runGroup(node24(), [...vitest, ...args], {
    cwd: root,
    env: { ...process.env, FIGURES: figures },
    stdio: 'inherit',
  });
  process.exitCode = code;
  if (!fs.existsSync(figures)) return;
  const show = (value = '') => (typeof value === 'number' ? +value.toFixed(2) : value);
  const reports = fs
    .readFileSync(figures, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const rows = reports.map((report) => columns.map((column) => show(report[column])));
  console.log(`\n${[columns, columns.map(() => '-'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}`);
}
