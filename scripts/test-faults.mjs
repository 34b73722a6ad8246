// `npm run test:faults`: breaks the parts of the built product and measures what is seen. What follows goes to Vitest.
import fs from 'node:fs';
import path from 'node:path';
import { BootstrapError, ensureBuilt, ensureInstalled, node24, root } from './bootstrap.mjs';
import { runGroup } from './process-group.mjs';

const figures = path.join(root, '.cache', 'fault-figures.jsonl');
try {
  await ensureInstalled();
  await ensureBuilt();
} catch (error) {
  console.error(error instanceof BootstrapError ? error.message : error);
  process.exit(1);
}
fs.mkdirSync(path.dirname(figures), { recursive: true });
fs.rmSync(figures, { force: true });
const vitest = [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', 'tests/faults/vitest.config.ts'];
const { code } = await runGroup(node24(), [...vitest, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, FAULT_FIGURES: figures },
  stdio: 'inherit',
});
process.exitCode = code;
printTable();

function printTable() {
  if (!fs.existsSync(figures)) return;
  const rows = fs
    .readFileSync(figures, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const columns = {
    fault: 'fault',
    answer: 'answer s',
    healthy: 'healthy s',
    acknowledged: 'acknowledged',
    stored: 'stored',
    notified: 'notified',
    lost: 'lost',
    duplicated: 'duplicated',
    note: 'note',
  };
  const cell = (value) => (value === undefined ? '' : typeof value === 'number' ? String(+value.toFixed(2)) : value);
  const table = [columns, ...rows].map((row) => Object.keys(columns).map((name) => cell(row[name])));
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((text, column) => text.padEnd(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  console.log(['', line(table[0]), rule, ...table.slice(1).map(line)].join('\n'));
}
