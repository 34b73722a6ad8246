// npm run scan: outside scanners against a product of its own, on the loopback only, each with a time of its own: ten
// minutes in all, fifteen on a slow machine. They come from Debian's packages and are installed where missing. What they
// print is kept in .cache/scan; docs/trust.md judges it.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { startProduct } from '../tests/support/product.ts';
import { orExit, readArguments, UsageError } from './arguments.mjs';
import { startVisitorsProxy } from './scan/visitors-proxy.ts';
import { installScanners, run } from './scan/tools.ts';
import { adminRequests, publicRequests, type Asked } from './scan/requests.ts';

const PASSWORD = 'a password for the scan alone';
const names = [
  'wapiti as a visitor',
  'wapiti as an admin',
  'nikto',
  'slow headers',
  'slow bodies',
  'slow reading',
  ...[...publicRequests, ...adminRequests].map(({ name }, n) => `sqlmap ${n + 1} ${name}`),
];
const USAGE = `Usage:
  npm run scan              all scanners
  npm run scan -- sqlmap    those whose name has the word
Names: ${names.join('; ')}`;
const wanted = await orExit(() => {
  const [word = ''] = readArguments(USAGE, { words: [0, 1] }).positionals;
  if (!names.some((name) => name.includes(word)))
    throw new UsageError(`No scanner has "${word}" in its name.\n${USAGE}`);
  return word;
});
const folder = path.resolve('.cache/scan');
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });

const missing = installScanners();
const proxy = await startVisitorsProxy();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-scan-'));
fs.chmodSync(dataDir, 0o755); // as root the embedded PostgreSQL runs under another account
const product = await startProduct({ DATA_DIR: dataDir, APP_URL: proxy.url, TRUST_PROXY: '1' });
let hasFailed = false;
const UNFINISHED = 'did not finish';
const fileOf = (name: string) => name.replace(/\W+/g, '-');

/** Keeps what a scanner printed, and says in a line how it went. */
async function scan(
  name: string,
  command: string,
  args: string[],
  seconds: number,
  judge: (printed: string) => string,
) {
  if (!name.includes(wanted)) return;
  if (missing.includes(command)) {
    hasFailed = true;
    return console.log(`${name}: not run, there is no ${command}`);
  }
  const start = Date.now();
  proxy.statuses.clear();
  const printed = await run(command, args, seconds);
  fs.writeFileSync(path.join(folder, `${fileOf(name)}.txt`), printed);
  const answers = [...proxy.statuses]
    .sort()
    .map(([status, n]) => `${n} × ${status}`)
    .join(', ');
  const alive = await fetch(`${product.url}/readyz`).then((answer) => answer.status, String);
  const judged = judge(printed);
  if (alive !== 200 || judged.includes(UNFINISHED)) hasFailed = true;
  console.log(
    `${name}: ${judged}; ${((Date.now() - start) / 1000).toFixed(0)} s; ${answers || 'not counted'}; /readyz ${alive}`,
  );
}

async function signIn(): Promise<string> {
  const body = new URLSearchParams({ email: 'scan@example.com', password: PASSWORD });
  const headers = { Origin: proxy.url, 'X-Forwarded-For': '10.255.255.255' };
  const answer = await fetch(`${product.url}/admin/login`, { method: 'POST', body, headers, redirect: 'manual' });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}

// Left out of the crawl: what never ends, what ends the session, and files that are no pages.
const FILES = /^\w+ \/((admin\/)?events|logout|(documents|assets|pictures|fonts)\/)/;
// Nor what would shut the scanner's own account out: settings may ask admins for a second factor, which a session that
// sets one up cannot give at its next sign-in. Nobody deactivates, lowers or removes themselves, so the rest is open to it.
const FILES_AND_OWN_DOOR = new RegExp(`${FILES.source}|^POST /admin/settings`);
// Not those that need a server of their makers, or guess names of other people's software.
const MODULES =
  'backup,blindsql,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,xss';
const wapiti = (name: string, seconds: number, pages: string[]) =>
  scan(
    name,
    'wapiti',
    ['-u', `${proxy.url}/`, ...pages.flatMap((page) => ['-s', proxy.url + page]),
      '--scope', 'folder', '-m', MODULES, '--max-scan-time', '30', '--max-attack-time', '9', '--max-links-per-page', '60', '-t', '5',
      '--flush-session', '--no-bugreport', '-v', '1', '-f', 'txt', '-o', path.join(folder, `${fileOf(name)}-report.txt`),
      '--store-session', path.join(folder, 'wapiti')],
    seconds,
    (printed) => {
      const file = path.join(folder, `${fileOf(name)}-report.txt`);
      if (!fs.existsSync(file)) return UNFINISHED;
      const report = fs.readFileSync(file, 'utf8');
      const found = [...report.matchAll(/^ +(\S.*?) : +([1-9]\d*)$/gm)].map(([, what, n]) => `${n} × ${what}`);
      return `${/found (\d+) URLs/.exec(printed)?.[1]} addresses and forms, findings: ${found.join(', ') || 'none'}`;
    },
  ); // prettier-ignore

const CODES = '400,401,403,404,405,409,413,422,429,503';
const sqlmap = ({ name, path: address, data }: Asked, n: number) =>
  scan(
    `sqlmap ${n} ${name}`,
    'sqlmap',
    ['-u', proxy.url + address, ...(data ? ['--data', String(new URLSearchParams(data))] : []), '--batch', '--level=1', '--risk=2',
      '--dbms=postgresql', `--ignore-code=${CODES}`, '--ignore-redirects', '--disable-coloring', '--flush-session', '--threads=4',
      '--output-dir', path.join(folder, 'sqlmap')],
    120,
    (printed) => {
      const isOpen = /identified the following injection|is vulnerable/i.test(printed);
      if (isOpen) hasFailed = true;
      return isOpen ? 'INJECTABLE' : printed.includes('do not appear to be injectable') ? 'nothing' : UNFINISHED;
    },
  ); // prettier-ignore

const slow = (name: string, args: string[]) =>
  scan(name, 'slowhttptest', ['-c', '300', '-i', '3', '-r', '100', '-l', '30', '-p', '3', ...args], 60, (printed) => {
    const isOpen = !/service available:\s*YES/i.test(printed.replace(/\x1b\[[\d;]*m/g, ''));
    if (isOpen) hasFailed = true;
    return isOpen ? 'NOT AVAILABLE' : 'available';
  });

try {
  const added = spawnSync(process.execPath, ['scripts/user.ts', 'add', 'scan@example.com', '--role', 'admin', '--password-stdin'], {
    input: PASSWORD,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, SESSION_SECRET: 'only for the tests of this project' },
  }); // prettier-ignore
  if (added.status !== 0) throw new Error(`no account: ${String(added.stderr)}`);
  const visitor = { origin: proxy.url };
  proxy.lead(product.url, visitor, FILES);
  await wapiti('wapiti as a visitor', 240, []);
  proxy.lead(product.url, visitor);
  for (const [n, request] of publicRequests.entries()) await sqlmap(request, n + 1);
  await scan(
    'nikto',
    'nikto',
    ['-host', proxy.url, '-nointeractive', '-ask', 'no'],
    90,
    (printed) => /\+ (\d+) item/.exec(printed)?.[0] ?? UNFINISHED,
  );
  proxy.lead(product.url, { ...visitor, cookie: await signIn() }, FILES_AND_OWN_DOOR);
  const admin = [
    'dashboard',
    'services',
    'documents',
    'pages',
    'messages',
    'account',
    'maintenance',
    'staff',
    'activity',
    'settings',
  ];
  await wapiti(
    'wapiti as an admin',
    480,
    admin.map((page) => `/admin/${page}`),
  );
  proxy.lead(product.url, { ...visitor, cookie: await signIn() });
  for (const [n, request] of adminRequests.entries()) await sqlmap(request, publicRequests.length + n + 1);
  await slow('slow headers', ['-H', '-u', `${product.url}/`]);
  await slow('slow bodies', [
    '-B',
    '-s',
    '8192',
    '-m',
    `text/html\r\nOrigin: ${proxy.url}`,
    '-u',
    `${product.url}/contact-form`,
  ]);
  await slow('slow reading', [
    '-X',
    '-w',
    '512',
    '-y',
    '1024',
    '-n',
    '5',
    '-z',
    '32',
    '-k',
    '3',
    '-u',
    `${product.url}/`,
  ]);
  const errors = product
    .logs()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  fs.writeFileSync(path.join(folder, 'product-errors.txt'), errors.join('\n'));
  console.log(`errors in the product's log: ${errors.length}`);
} finally {
  await product.stop();
  await proxy.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
}
if (hasFailed) process.exitCode = 1;
