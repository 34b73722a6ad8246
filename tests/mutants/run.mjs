// `npm run test:mutants`: applies each fault of faults.txt to a copy of the project, one at a time, and runs its tests,
// which must fail.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { exitOnUsageError, readArguments } from '../../scripts/arguments.mjs';
import { prepareOrExit } from '../../scripts/bootstrap.mjs';
import { node24 } from '../../scripts/node24.mjs';
import { runGroup } from '../../scripts/process-group.mjs';
import { root } from '../../scripts/project.mjs';

const USAGE = `Usage:
  npm run test:mutants                 every fault of tests/mutants/faults.txt, which takes an hour and more
  npm run test:mutants -- WORD ...     those whose line holds one of the words
  npm run test:mutants -- --check      only whether what each replaces still stands there, once`;
const { values, positionals } = await exitOnUsageError(() =>
  readArguments(USAGE, { options: { check: { type: 'boolean' } }, words: [0, 40] }),
);

const lines = fs.readFileSync(path.join(import.meta.dirname, 'faults.txt'), 'utf8').split('\n');
const faults = lines
  .map((line, n) => ({ line, number: n + 1 }))
  .filter(({ line }) => line && !line.startsWith('#'))
  .filter(({ line }) => !positionals.length || positionals.some((word) => line.includes(word)))
  .map(({ line, number }) => {
    const [file, what, byWhat, tests] = line.split(' | ');
    return { number, file, what, byWhat, tests: tests?.split(' ') ?? [] };
  });

const stale = faults.filter(
  ({ file, what, tests }) =>
    !fs.existsSync(path.join(root, file)) ||
    fs.readFileSync(path.join(root, file), 'utf8').split(what).length !== 2 ||
    !tests.length ||
    tests.some((test) => !fs.existsSync(path.join(root, test))),
);
for (const { number, file } of stale)
  console.log(`stale    line ${number}, ${file}: not there once, or its test is gone`);
if (stale.length || values.check || !faults.length) {
  console.log(`${faults.length} faults, ${stale.length} stale`);
  process.exit(stale.length || !faults.length ? 1 : 0);
}

await prepareOrExit({ isBuilt: false });
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
process.on('exit', () => fs.rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));
fs.chmodSync(copy, 0o755); // as root the embedded database runs under another account
const isCopied = (name) => !/^(\.|build$|node_modules$|test-results$)/.test(name);
for (const name of fs.readdirSync(root).filter(isCopied))
  fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
copyPackages();

console.log(`Without a fault, in ${copy} ...`);
for (const part of ['unit', 'e2e']) {
  const tests = [...new Set(faults.flatMap((fault) => fault.tests))].filter((test) => partOf(test) === part);
  const { failed, passed, output } = tests.length ? await run(tests) : { failed: [], passed: 1 };
  if (passed && !failed.length) continue;
  console.log(`${output}\nThe tests fail without a fault: ${failed.join('; ') || 'they did not run'}`);
  process.exit(1);
}

const total = { found: 0, missed: 0, broken: 0 };
for (const { number, file, what, byWhat, tests } of faults) {
  const target = path.join(copy, file);
  const good = fs.readFileSync(target, 'utf8');
  fs.writeFileSync(
    target,
    good.replace(what, () => byWhat),
  );
  const { failed, passed } = await run(tests);
  fs.writeFileSync(target, good);
  // A fault that prevents the tests from running proves nothing.
  const result = failed.length ? 'found' : passed ? 'missed' : 'broken';
  total[result]++;
  console.log(`${result.padEnd(9)}line ${number}, ${file}: ${failed[0] ?? what}`);
}
console.log(
  `\n${total.found} of ${faults.length} found, ${total.missed} missed, ${total.broken} that nothing could be run with`,
);
process.exit(total.found === faults.length ? 0 : 1);

/** Uses hard links if the copy is on the same disk, because there are 60,000 files. */
function copyPackages() {
  const packages = path.join(root, 'node_modules');
  if (spawnSync('cp', ['-al', packages, copy]).status === 0) return;
  fs.cpSync(packages, path.join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true });
}

function partOf(test) {
  return test.startsWith('tests/e2e/') ? 'e2e' : 'unit';
}

/** Runs tests of one part in the copy and builds it if they need that. @returns titles of failed tests, number of passed */
async function run(tests) {
  const report = path.join(copy, '.cache', 'test-reports', `${partOf(tests[0])}.json`);
  fs.rmSync(report, { force: true });
  const isBuilt = tests.some((test) => !test.startsWith('tests/unit/'));
  const command = isBuilt
    ? ['scripts/test.mjs', partOf(tests[0]), ...tests]
    : ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile.json=${report}`, ...tests];
  const { output } = await runGroup(node24(), command, { cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] });
  if (!fs.existsSync(report)) return { failed: [], passed: 0, output };
  return { ...resultsIn(JSON.parse(fs.readFileSync(report, 'utf8'))), output };
}

/** The results of single tests in a report of Vitest or Playwright. */
function resultsIn({ testResults, suites }) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const all = testResults
    ? testResults.flatMap((file) => file.assertionResults).map(({ fullName, status }) => [fullName, status])
    : suites.flatMap(specsOf).map(({ title, ok }) => [title, ok ? 'passed' : 'failed']);
  const of = (wanted) => all.filter(([, status]) => status === wanted).map(([title]) => title);
  return { failed: of('failed'), passed: of('passed').length };
}
