// npm run scan: outside scanners against a product of its own on loopback. They come from Debian's packages:
// apt-get install wapiti sqlmap slowhttptest (nikto too, where the non-free section is enabled).
import { spawnSync } from 'node:child_process';
import { startProduct } from '../tests/support/product.ts';

const MINUTES = Number(process.env.SCAN_MINUTES ?? 4); // for each of the two that crawl

const product = await startProduct({ LOG_LEVEL: 'warn' });
const { url } = product;
if (!/^http:\/\/127\.0\.0\.1:\d+$/.test(url)) throw new Error('only loopback is ever scanned');
// The scanners pretend to be pages of the site: without an Origin every form would answer 403 before anything is read.
const origin = `Origin: ${url}`;
const seconds = String(MINUTES * 60);
const scans: [name: string, command: string, args: string[]][] = [
  ['wapiti', 'wapiti', ['-u', `${url}/`, '--scope', 'domain', '--max-scan-time', seconds, '--max-attack-time', '60', '-H', origin, '-f', 'txt', '-o', '/dev/stdout', '--flush-session', '-v', '0']],
  ['sqlmap, forms', 'sqlmap', ['-u', `${url}/contact-form`, '--forms', '--batch', '--level=2', '--risk=1', '--headers', origin, '--disable-coloring', '--flush-session']],
  ['sqlmap, parameters', 'sqlmap', ['-u', `${url}/about?document=1`, '--batch', '--level=2', '--disable-coloring', '--flush-session']],
  ['sqlmap, sign-in', 'sqlmap', ['-u', `${url}/admin/login`, '--data', 'email=a@example.com&password=b', '--batch', '--level=2', '--headers', origin, '--disable-coloring', '--flush-session', '--ignore-code=401,429']],
  ['slow headers', 'slowhttptest', ['-c', '300', '-H', '-i', '3', '-r', '100', '-l', '30', '-p', '3', '-u', `${url}/`]],
  ['slow bodies', 'slowhttptest', ['-c', '300', '-B', '-i', '3', '-r', '100', '-s', '8192', '-l', '30', '-p', '3', '-u', `${url}/contact-form`]],
  ['nikto', 'nikto', ['-host', url, '-maxtime', `${seconds}s`, '-nointeractive']],
]; // prettier-ignore

try {
  for (const [name, command, args] of scans) {
    const ran = spawnSync(command, args, {
      encoding: 'utf8',
      timeout: (MINUTES * 60 + 60) * 1000,
      maxBuffer: 64 * 1024 * 1024,
    });
    const output = ran.error ? `not run: ${ran.error.message}` : `${ran.stdout}${ran.stderr}`;
    console.log(`\n== ${name}\n${output.split('\n').slice(-40).join('\n')}`);
    const alive = await fetch(`${url}/readyz`).then((answer) => answer.status, String);
    console.log(`-- after ${name}: /readyz answers ${alive}`);
  }
} finally {
  await product.stop();
}
