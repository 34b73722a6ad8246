import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { publicPages } from '#app/paths.ts';
import { findChromium } from '../chromium.mjs';
import { startProduct } from './processes.ts';
import { printTable, target } from './table.ts';

// Installed when it is first needed: it is large, and nothing else of the project wants it.
const VERSION = '13.5.0';
const folder = path.resolve(import.meta.dirname, '../../.cache/lighthouse');
const program = path.join(folder, 'node_modules/lighthouse/cli/index.js');
const RUNS = 3; // its makers advise it: the same page differs by some points from run to run
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FLAGS = '--headless --no-sandbox --disable-gpu --disable-background-networking --no-first-run';

interface Report {
  runtimeError?: { message: string };
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>;
}

const performanceOf = ({ categories }: Report) => categories.performance?.score ?? 0;

/** The four scores of every public page, by Lighthouse's own mobile preset: of several runs that of the middle speed. */
export default async function lighthouse(): Promise<void> {
  await install();
  const product = await startProduct();
  const rows: (string | number)[][] = [];
  const short: string[] = [];
  for (const page of publicPages) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run++) reports.push(await report(product.url + page));
    reports.sort((a, b) => performanceOf(a) - performanceOf(b));
    const { categories, audits, runtimeError } = reports[Math.floor(RUNS / 2)]!;
    if (runtimeError) throw new Error(runtimeError.message);
    const scores = CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
    rows.push([page, ...scores, audits['largest-contentful-paint']?.displayValue ?? '']);
    rows.at(-1)!.push(audits['total-blocking-time']?.displayValue ?? '');
    for (const { auditRefs } of Object.values(categories))
      for (const { id, weight } of auditRefs) {
        const { score, title } = audits[id]!;
        if (weight && score !== null && score < 0.9) short.push(`${page}: ${title} (${id})`);
      }
    target(
      `${page}: ${scores.join(' / ')}`,
      scores.every((score) => score === 100),
    );
  }
  printTable(['page', ...CATEGORIES, 'LCP', 'TBT'], rows);
  for (const line of short) console.log(`  ${line}`);
}

async function install(): Promise<void> {
  if (fs.existsSync(program)) return;
  console.log(`  Installing Lighthouse ${VERSION} ...`);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', `lighthouse@${VERSION}`], folder);
}

async function report(url: string): Promise<Report> {
  const file = path.join(folder, 'report.json');
  const options = [`--only-categories=${CATEGORIES.join(',')}`, '--output=json', `--output-path=${file}`, '--quiet'];
  const chromium = await findChromium({ whole: true });
  const once = () =>
    run(process.execPath, [program, url, ...options, `--chrome-flags=${FLAGS}`], folder, { CHROME_PATH: chromium });
  await once().catch(once); // now and then it loses the beginning of its own trace
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Report;
}

function run(command: string, args: string[], cwd: string, env: Record<string, string | undefined> = {}) {
  return new Promise<void>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`))));
  });
}
