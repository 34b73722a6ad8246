import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { waitUntilOpen } from '../support/loopback.ts';
import { freePort } from '../support/product.ts';
import type { Certificate } from './certificate.ts';

export const kinds = ['haproxy', 'nginx', 'caddy'] as const;
export type Kind = (typeof kinds)[number];

export interface Place {
  /** The three processes on 127.0.0.1. */
  ports: number[];
  publicPort: number;
  folder: string;
  certificate: Certificate;
  more?: Changes;
}

const deploy = path.resolve(import.meta.dirname, '../../docs/deploy');
const files = { haproxy: 'haproxy.cfg', nginx: 'nginx.conf', caddy: 'Caddyfile' };

/** Replacements in a configuration, by the text that they replace. */
type Changes = Record<string, string>;

/** Reads a configuration of docs/deploy with the test's values. @throws Error if a text to replace is missing */
export function fitConfiguration(name: string, changes: Changes): string {
  let text = fs.readFileSync(path.join(deploy, name), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${name} has no ${JSON.stringify(from)}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const runs: Record<Kind, (file: string) => string[]> = {
  haproxy: (file) => ['/usr/sbin/haproxy', '-db', '-f', file],
  nginx: (file) => ['/usr/sbin/nginx', '-c', file, '-g', 'daemon off;'],
  caddy: (file) => ['/usr/bin/caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
};

/** @throws Error with the program's output if it refuses the configuration */
export async function startBalancer(kind: Kind, place: Place) {
  const { ports, publicPort: port, folder, certificate, more } = place;
  const plainPort = await freePort();
  const own: Record<Kind, Changes> = {
    haproxy: {
      '/etc/haproxy/site.pem': certificate.both,
      'maxconn 20000': 'maxconn 2000', // a test machine may have fewer
      'bind :443': `bind 127.0.0.1:${port}`,
      'bind :80': `bind 127.0.0.1:${plainPort}`,
    },
    nginx: {
      '/etc/nginx/site.pem': certificate.crt,
      '/etc/nginx/site.key': certificate.key,
      '/run/nginx.pid': path.join(folder, 'nginx.pid'),
      '/var/log/nginx': folder,
      'listen 443': `listen 127.0.0.1:${port}`,
      'listen 80': `listen 127.0.0.1:${plainPort}`,
    },
    caddy: {
      'www.example.com {': `{\n\tadmin off\n\tauto_https disable_redirects\n}\n\nhttps://localhost:${port} {\n\tbind 127.0.0.1`,
      '# tls /etc/caddy/site.pem /etc/caddy/site.key': `tls ${certificate.crt} ${certificate.key}`,
    },
  };
  const processes = Object.fromEntries(
    [11, 12, 13].map((n, at) => [`10.0.0.${n}:3000`, `127.0.0.1:${ports[at]}`] as const),
  );
  const file = path.join(folder, files[kind]);
  fs.writeFileSync(file, fitConfiguration(files[kind], { ...more, ...own[kind], ...processes }));
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const [program, ...args] = runs[kind](file);
  const child = spawn(program!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  child.stdout.on('data', (data) => (printed += data));
  child.stderr.on('data', (data) => (printed += data));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const lastResort = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(lastResort);
  };
  const isListening = await waitUntilOpen(port, () => child.exitCode !== null);
  if (!isListening) await stop();
  if (!isListening) throw new Error(`${kind} did not start:\n${printed}`);
  return { stop };
}
