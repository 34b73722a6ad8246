// npm run scan: runs scanners of Debian's packages against its own product on loopback, each with a time limit: ten minutes
// in all, fifteen on a slow machine. Keeps their output in .cache/scan; docs/trust.md judges it.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { SESSION_SECRET, startProduct } from '../tests/support/product.ts';
import { cookieOf, sendLogin } from '../tests/support/visitor.ts';
import { exitOnUsageError, readArguments, UsageError } from './arguments.mjs';
import { installPackages } from './debian.mjs';
import { adminRequests, publicRequests, type Asked } from './scan/requests.ts';
import { startVisitorsProxy } from './scan/visitors-proxy.ts';

const EMAIL = 'scan@example.com';
const PASSWORD = 'a password for the scan alone';
const UNFINISHED = 'did not finish';
const sqlmaps = [...publicRequests, ...adminRequests].map(([name], n) => `sqlmap ${n + 1} ${name}`);
const names = ['wapiti as a visitor', 'wapiti as an admin', 'nikto', ...sqlmaps];
const USAGE = `Usage:
  npm run scan              all scanners
  npm run scan -- sqlmap    those whose name has the word
Names: ${names.join('; ')}`;
const wanted = await exitOnUsageError(() => {
  const [word = ''] = readArguments(USAGE, { words: [0, 1] }).positionals;
  if (!names.some((name) => name.includes(word)))
    throw new UsageError(`No scanner has "${word}" in its name.\n${USAGE}`);
  return word;
});
const folder = path.resolve('.cache/scan');
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });

const missing = installPackages({
  wapiti: '/usr/bin/wapiti',
  sqlmap: '/usr/bin/sqlmap',
  nikto: '/usr/bin/nikto', // in Debian's non-free part
});
const proxy = await startVisitorsProxy();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-scan-'));
fs.chmodSync(dataDir, 0o755); // as root the embedded PostgreSQL runs under another account
const product = await startProduct({ DATA_DIR: dataDir, APP_URL: proxy.url, TRUST_PROXY: '1' });
const fileOf = (name: string) => name.replace(/\W+/g, '-');

/** Keeps the output of a scanner, which gets this many seconds, and prints its result in a line. */
async function scan(name: string, args: string[], seconds: number, judge: (printed: string) => string) {
  if (!name.includes(wanted)) return;
  const command = name.split(' ', 1)[0]!;
  if (missing.includes(command)) return fail(`${name}: not run, there is no ${command}`);
  const start = Date.now();
  proxy.statuses.clear();
  const options = { timeout: seconds * 1000, maxBuffer: 2 ** 28 };
  const ended = await promisify(execFile)(command, args, options).catch((error) => error); // some end with 1 when all is well
  const printed = `${ended.stdout}${ended.stderr}`;
  fs.writeFileSync(path.join(folder, `${fileOf(name)}.txt`), printed);
  const answers = [...proxy.statuses].sort().map(([status, n]) => `${n} × ${status}`);
  const alive = await fetch(`${product.url}/readyz`).then((answer) => answer.status, String);
  const judged = judge(printed);
  const took = `${((Date.now() - start) / 1000).toFixed(0)} s; ${answers.join(', ') || 'not counted'}`;
  const isGood = alive === 200 && ![UNFINISHED, 'INJECTABLE'].includes(judged);
  (isGood ? console.log : fail)(`${name}: ${judged}; ${took}; /readyz ${alive}`);
}

function fail(line: string): void {
  process.exitCode = 1;
  console.log(line);
}

// The crawl leaves out endless answers, the end of the session, and files that are no pages.
const FILES = /^\w+ \/((admin\/)?events|logout|(documents|assets|pictures|fonts)\/)/;
// Nor does it shut out the scanner's own account: settings may require a second factor of admins, which a session that sets
// one up cannot give at its next sign-in. Accounts cannot deactivate, lower or remove themselves, so the rest is open to it.
const FILES_AND_OWN_DOOR = new RegExp(`${FILES.source}|^POST /admin/settings`);
// Without modules that need a server of their makers or guess names of other software.
const MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';
const WAPITI = `--scope folder -m ${MODULES} --max-scan-time 30 --max-attack-time 9 --max-links-per-page 60 -t 5
  --flush-session --no-bugreport -v 1 -f txt`.split(/\s+/);

function wapiti(name: string, seconds: number, pages: string[]) {
  const file = path.join(folder, `${fileOf(name)}-report.txt`);
  const starts = pages.flatMap((page) => ['-s', `${proxy.url}/admin/${page}`]);
  const kept = ['-o', file, '--store-session', path.join(folder, 'wapiti')];
  return scan(name, ['-u', `${proxy.url}/`, ...starts, ...WAPITI, ...kept], seconds, (printed) => {
    if (!fs.existsSync(file)) return UNFINISHED;
    const found = [...fs.readFileSync(file, 'utf8').matchAll(/^ +(\S.*?) : +([1-9]\d*)$/gm)];
    const findings = found.map(([, what, n]) => `${n} × ${what}`).join(', ');
    return `${/found (\d+) URLs/.exec(printed)?.[1]} addresses and forms, findings: ${findings || 'none'}`;
  });
}

const SQLMAP = `--batch --level=1 --risk=2 --dbms=postgresql --ignore-code=400,401,403,404,405,409,413,422,429,503
  --ignore-redirects --disable-coloring --flush-session --threads=4 --output-dir ${path.join(folder, 'sqlmap')}`;

async function sqlmap(requests: Asked[]) {
  for (const [name, address, form] of requests) {
    const data = form ? ['--data', String(new URLSearchParams(form))] : [];
    const full = names.find((each) => each.startsWith('sqlmap ') && each.endsWith(` ${name}`))!;
    await scan(full, ['-u', proxy.url + address, ...data, ...SQLMAP.split(/\s+/)], 120, (printed) => {
      if (/identified the following injection|is vulnerable/i.test(printed)) return 'INJECTABLE';
      return printed.includes('do not appear to be injectable') ? 'nothing' : UNFINISHED;
    });
  }
}

try {
  const added = spawnSync(process.execPath, ['scripts/user.ts', 'add', EMAIL, '--role', 'admin', '--password-stdin'], {
    input: PASSWORD,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, SESSION_SECRET },
  });
  if (added.status !== 0) throw new Error(`no account: ${String(added.stderr)}`);
  const visitor = { origin: proxy.url };
  const signIn = async () => {
    const headers = { Origin: proxy.url, 'X-Forwarded-For': '10.255.255.255' };
    return { ...visitor, cookie: cookieOf(await sendLogin(product, EMAIL, PASSWORD, headers)) };
  };
  proxy.lead(product.url, visitor, FILES);
  await wapiti('wapiti as a visitor', 240, []);
  proxy.lead(product.url, visitor);
  await sqlmap(publicRequests);
  const nikto = ['-host', proxy.url, '-nointeractive', '-ask', 'no'];
  await scan('nikto', nikto, 90, (printed) => /\+ (\d+) item/.exec(printed)?.[0] ?? UNFINISHED);
  proxy.lead(product.url, await signIn(), FILES_AND_OWN_DOOR);
  const pages = 'dashboard services documents pages messages account maintenance staff activity settings';
  await wapiti('wapiti as an admin', 480, pages.split(' '));
  proxy.lead(product.url, await signIn());
  await sqlmap(adminRequests);
  const errors = product.logs().match(/^.*"level":[56]0.*$/gm) ?? [];
  fs.writeFileSync(path.join(folder, 'product-errors.txt'), errors.join('\n'));
  console.log(`errors in the product's log: ${errors.length}`);
} finally {
  await product.stop();
  await proxy.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
}
