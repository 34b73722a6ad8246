import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { answerHelp, exitOnUsageError, UsageError } from './arguments.mjs';
import { ensureBuilt, ensureInstalled } from './bootstrap.mjs';
import { node24, largeYoungHeap } from './node24.mjs';
import { BootstrapError, root } from './project.mjs';
import { runGroup } from './process-group.mjs';

const parts = ['checks', 'unit', 'oldest', 'e2e', 'browsers'];
const USAGE = `Usage:
  npm test                        what a change has to pass: all but oldest and browsers
  npm test -- PART [ARGUMENTS]    one part: ${parts.join(', ')}; the arguments go to Vitest or Playwright`;
await answerHelp(USAGE);
const [part, ...rest] = process.argv.slice(2);
await exitOnUsageError(() => {
  if (part && !parts.includes(part)) throw new UsageError(`There is no part "${part}".\n${USAGE}`);
});

const total = { passed: 0, failed: 0, skipped: 0 };
const minutes = []; // minutes, by part
const failedOutput = []; // the last output of failed parts, repeated at the end of the run
const reports = path.join(root, '.cache', 'test-reports');
const compiled = path.join(root, '.cache', 'compiled');
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${largeYoungHeap}`;
// All temporary files of the tests lie here and go at the end of the process.
const temporary = fs.mkdtempSync(path.join(process.env.TMPDIR ?? findMemoryFolder() ?? os.tmpdir(), 'srl-'));
fs.chmodSync(temporary, 0o755); // as root the embedded database runs under another account
process.on('exit', () => fs.rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));

try {
  await ensureInstalled();
} catch (error) {
  fail(messageOf(error));
}
fs.rmSync(reports, { recursive: true, force: true });
fs.mkdirSync(reports, { recursive: true });
const areChecked = !part || part === 'checks' ? checks() : [];
let isBuilt = false;
if (part !== 'checks') await timed('build', async () => void (isBuilt = await build())); // integration tests need it, too
if (isBuilt && (!part || part === 'unit')) await timed('unit and integration', unit);
for (const check of await areChecked) count(...check);
if (isBuilt && (part === 'oldest' || (!part && process.env.CI))) await timed('oldest PostgreSQL', oldest);
if (isBuilt && (!part || part === 'e2e')) await timed('end-to-end', endToEnd);
if (isBuilt && (part === 'browsers' || (!part && process.env.CI))) await timed('browsers', browsers);
end();

async function timed(name, run) {
  const start = performance.now();
  await run();
  minutes.push(`${name} ${((performance.now() - start) / 60_000).toFixed(1)}`);
}

/**
 * Finds a file system in memory with enough space: there a test database takes 12 ms to make and 8 ms to empty, on a disk
 * 150 and 40 ms.
 */
function findMemoryFolder() {
  const folder = '/dev/shm';
  const GIB = 1024 ** 3; // a whole run takes half a GiB
  if (process.availableMemory() < 8 * GIB || !fs.existsSync(folder)) return undefined;
  const { bavail, bsize } = fs.statfsSync(folder);
  return bavail * bsize > 4 * GIB ? folder : undefined;
}

function checks() {
  const commands = [
    ['types and lint', 'oxlint/bin/oxlint'],
    ['format', 'oxfmt/bin/oxfmt --check'],
    ['unused code', 'knip/bin/knip.js --no-progress'],
    ['licences', '../scripts/licences.mjs'],
    ['deliberate faults', '../tests/mutants/run.mjs --check'],
  ];
  return Promise.all(
    commands.map(async ([name, command]) => {
      const { code, output } = await runTool(command.split(' '));
      return [name, code === 0, output];
    }),
  );
}

async function build() {
  try {
    await ensureBuilt();
    count('build', true);
    return true;
  } catch (error) {
    count('build', false, messageOf(error));
    return false;
  }
}

async function unit() {
  heading('unit and integration tests');
  await vitest('unit', {});
}

/** Runs the integration tests on the oldest PostgreSQL of this machine. In CI or by name only, because it doubles their time. */
async function oldest() {
  const all = '/usr/lib/postgresql'; // Debian's place
  const versions = fs.existsSync(all) ? fs.readdirSync(all) : [];
  const [version] = versions.filter((each) => fs.existsSync(`${all}/${each}/bin/initdb`)).sort();
  heading(`integration tests on PostgreSQL ${version ?? 'of Debian: none is installed (apt-get install postgresql)'}`);
  const files = rest.length ? [] : ['tests/integration'];
  if (version) await vitest('oldest', { TEST_POSTGRES_PROGRAMS: `${all}/${version}/bin` }, ...files);
}

async function browsers() {
  heading('journeys in every browser');
  const { findBrowsers } = await import('./browsers.mjs');
  const { found, missing } = await findBrowsers();
  for (const line of missing) console.log(line);
  if (found.length) await vitest('browsers', {}, '--config=tests/browsers/vitest.config.ts');
}

async function vitest(name, env, ...options) {
  const file = path.join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await showTool(['vitest/vitest.mjs', 'run', ...reporters, ...options, ...rest], { env });
  const report = read(file);
  add(
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    },
    code,
  );
}

async function endToEnd() {
  heading('end-to-end tests');
  const { ensureChromium } = await import('./chromium.mjs');
  const chromium = await ensureChromium();
  if (!chromium) return count('a Chromium', false, 'None found and none could be installed: set CHROMIUM_PATH.');
  const file = path.join(reports, 'e2e.json');
  const { code } = await showTool(['@playwright/test/cli.js', 'test', ...rest], {
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file, PWTEST_CACHE_DIR: compiled },
  });
  const stats = read(file)?.stats;
  add(stats && { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }, code);
}
async function showTool(command, options) {
  const result = await runTool(command, { ...options, hear: (data) => process.stdout.write(data) });
  if (result.code !== 0) failedOutput.push(result.output.slice(-8000));
  return result;
}

/** Runs a tool of node_modules under Node 24. @param hear gets its output */
function runTool([script, ...args], { hear, env = {} } = {}) {
  const output = hear && process.stdout.isTTY ? 'inherit' : 'pipe';
  const options = {
    cwd: root,
    // Test files share what Node has compiled of the libraries.
    env: { ...process.env, NODE_OPTIONS, NODE_COMPILE_CACHE: compiled, TMPDIR: temporary, ...env },
    stdio: ['ignore', output, output],
  };
  return runGroup(node24(), [path.join(root, 'node_modules', script), ...args], options, hear);
}

function count(name, isGood, output = '') {
  total[isGood ? 'passed' : 'failed']++;
  console.log(`${isGood ? '✓' : '✗'} ${name}`);
  if (!isGood) failedOutput.push(`${name}\n${output.trimEnd().slice(-8000)}`);
}

/** Adds a runner's counts. A runner that fails without a failed test (a crash, an error between tests) counts as one. */
function add(counts, code) {
  for (const [name, number] of Object.entries(counts ?? {})) total[name] += number;
  if (code !== 0 && !counts?.failed) total.failed++;
}

function read(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function heading(text) {
  console.log(`\n${text}`);
}

function messageOf(error) {
  return error instanceof BootstrapError ? error.message : (error.stack ?? String(error));
}

function fail(message) {
  console.error(message);
  total.failed++;
  end();
}

function end() {
  for (const output of failedOutput) console.log(`\nThe end of what failed:\n${output}`);
  if (minutes.length) console.log(`\nMinutes: ${minutes.join(', ')}`);
  const skipped = total.skipped ? `, ${total.skipped} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed || !total.passed ? 1 : 0);
}
