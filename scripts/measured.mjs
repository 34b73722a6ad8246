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
 * @param {Record<string, string>} columns of the table: what the tests report, and its heading
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
  if (fs.existsSync(figures)) printTable(columns, fs.readFileSync(figures, 'utf8').trim().split('\n'));
}

function printTable(columns, lines) {
  const cell = (value) => (value === undefined ? '' : typeof value === 'number' ? String(+value.toFixed(2)) : value);
  const rows = [columns, ...lines.map((line) => JSON.parse(line))];
  const table = rows.map((row) => Object.keys(columns).map((name) => cell(row[name])));
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  console.log(['', line(table[0]), rule, ...table.slice(1).map(line)].join('\n'));
}
