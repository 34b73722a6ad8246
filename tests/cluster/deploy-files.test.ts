import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { testFolder } from '../support/test-folder.ts';

// The systemd unit and the compose file of docs/deploy. compose.test.ts runs the latter. No test starts the unit, which needs
// a machine of its own.
const read = (name: string) => fs.readFileSync(path.join('docs/deploy', name), 'utf8');
const unit = read('safety-rigging.service');
const compose = read('compose.yml');
const dockerfile = fs.readFileSync('Dockerfile', 'utf8');
const folder = testFolder();
const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** A file in the README. @param language of its fence */
const inReadme = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([^]+?)\`\`\``).exec(fs.readFileSync('README.md', 'utf8'))![1]!;

const caddy = '/usr/bin/caddy'; // Debian's
it.for([
  ['systemd', 'its unit', 'a.service', unit.replace('/opt/safety-rigging/node_modules/.bin/node', '/bin/true')],
  ['systemd', "the README's unit", 'b.service', inReadme('ini').replace('/usr/bin/npm', '/bin/true')],
  ['Caddy', "the README's file", 'Caddyfile', inReadme('caddy')],
] as const)('%s takes %s', ([who, , name, text], { skip }) => {
  const program = who === 'Caddy' ? caddy : 'systemd-analyze';
  skip(!isThere(program));
  const file = path.join(folder, name);
  fs.writeFileSync(file, text);
  const args = who === 'Caddy' ? ['validate', '--config', file, '--adapter', 'caddyfile'] : ['verify', file];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  expect([status, who === 'Caddy' ? '' : stdout + stderr], stderr).toEqual([0, '']);
});

it('the unit starts the server as the image does', () => {
  const [, command] = /^ExecStart=\S+\/node (.+)$/m.exec(unit)!;
  const [, image] = /^CMD \[(.+)\]$/m.exec(dockerfile)!;
  expect(['node', ...command!.split(' ')]).toEqual(JSON.parse(`[${image}]`));
});

it('both units restart the site without a limit', () => {
  const again = /^StartLimitIntervalSec=0\n[^]*^\[Service\]\n[^]*^Restart=always\nRestartSec=1$/m;
  for (const text of [unit, inReadme('ini')]) expect(text).toMatch(again);
});

it('the compose file sets what the README names, and has the processes where haproxy looks for them', () => {
  const [, environment] = /&environment\n((?: {4}\w+: .+\n)+)/.exec(compose)!;
  const set = Array.from(environment!.matchAll(/^ {4}(\w+):/gm), ([, name]) => name!);
  const cells = fs.readFileSync('README.md', 'utf8').match(/^\| `[A-Z].*?\|/gm)!;
  const named = cells.flatMap((cell) => cell.match(/\w+/g)!);
  const elsewhere = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_DIRECT_URL', 'POSTMARK_API_URL']; // in the image, or not used
  expect([...set, ...elsewhere].sort()).toEqual(named.sort());
  const processes = [...compose.matchAll(/ipv4_address: ([\d.]+)/g)].map(([, address]) => `${address}:3000`);
  const asked = [...read('haproxy.cfg').matchAll(/^ {4}server \w+ (\S+)/gm)].map(([, address]) => address!);
  expect(processes).toEqual([...new Set(asked)]);
});

it('secrets beside the compose file go neither into a commit nor into the image', () => {
  const secrets = ['docs/deploy/.env', 'docs/deploy/site.pem'];
  const { stdout } = spawnSync('git', ['check-ignore', '--no-index', ...secrets], { encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toEqual(secrets);
  expect(fs.readFileSync('.dockerignore', 'utf8').split('\n')).toContain('docs');
});
