import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format } from 'prettier';
import { expect, it } from 'vitest';

// The systemd unit and the compose file of docs/deploy, which is run by compose.test.ts where Docker answers. No test starts
// the unit: it needs a machine of its own.
const read = (name: string) => fs.readFileSync(path.join('docs/deploy', name), 'utf8');
const unit = read('safety-rigging.service');
const compose = read('compose.yml');
const dockerfile = fs.readFileSync('Dockerfile', 'utf8');
const isThere = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

it.runIf(isThere('systemd-analyze'))('systemd takes the unit', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-unit-'));
  try {
    const file = path.join(folder, 'safety-rigging.service');
    fs.writeFileSync(file, unit.replace('/opt/safety-rigging/node_modules/.bin/node', '/bin/true'));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

/** A file that the README gives. @param language of its fence */
const inReadme = (language: string) =>
  new RegExp(`\`\`\`${language}\\n([^]+?)\`\`\``).exec(fs.readFileSync('README.md', 'utf8'))![1]!;

it.runIf(isThere('systemd-analyze'))("systemd takes the README's unit", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-unit-'));
  try {
    const file = path.join(folder, 'site.service');
    fs.writeFileSync(file, inReadme('ini').replace('/usr/bin/npm', '/bin/true'));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

const caddy = '/usr/bin/caddy'; // Debian's
it.runIf(isThere(caddy))("Caddy takes the README's file", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-caddy-'));
  try {
    const file = path.join(folder, 'Caddyfile');
    fs.writeFileSync(file, inReadme('caddy'));
    const { status, stderr } = spawnSync(caddy, ['validate', '--config', file, '--adapter', 'caddyfile'], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.stringContaining('')]);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

it('the unit starts the server as the image does', () => {
  const [, command] = /^ExecStart=\S+\/node (.+)$/m.exec(unit)!;
  const [, image] = /^CMD \[(.+)\]$/m.exec(dockerfile)!;
  expect(['node', ...command!.split(' ')]).toEqual(JSON.parse(`[${image}]`));
});

it('the compose file is YAML, sets what the README names, and has the processes where haproxy looks for them', async () => {
  await expect(format(compose, { parser: 'yaml' })).resolves.toBeTruthy();
  const [, environment] = /&environment\n((?: {4}\w+: .+\n)+)/.exec(compose)!;
  const readme = fs.readFileSync('README.md', 'utf8');
  for (const [, name] of environment!.matchAll(/^ {4}(\w+):/gm)) expect(readme).toContain(`\`${name}\``);
  const processes = [...compose.matchAll(/ipv4_address: ([\d.]+)/g)].map(([, address]) => `${address}:3000`);
  const asked = [...read('haproxy.cfg').matchAll(/^ {4}server \w+ (\S+)/gm)].map(([, address]) => address!);
  expect(processes).toEqual([...new Set(asked)]);
});

it('the compose file names each image with its tag, builds one, and keeps no logs without end', () => {
  const images = [...compose.matchAll(/image: (\S+)/g)].map(([, image]) => image!);
  expect(images.filter((image) => !/:[\w.-]+$/.test(image))).toEqual(['safety-rigging-site']);
  // MinIO has taken its images from Docker Hub.
  expect(images.filter((image) => image.includes('minio')).every((image) => image.startsWith('quay.io/'))).toBe(true);
  expect(compose.match(/build: /g)).toHaveLength(1);
  expect(compose.match(/logging: \*logs/g)).toHaveLength(compose.match(/restart: always/g)!.length);
});

it('a deploy by the compose file waits for a process that is ready, and a start for a database that takes connections', () => {
  const [, site] = /^x-site:(.+?)^\w/ms.exec(compose)!;
  expect(site).toMatch(/healthcheck:[^]+\/readyz'/);
  expect(compose).toContain('--no-deps --wait');
  expect(compose).toContain('[CMD, pg_isready, -h, 127.0.0.1,');
});

it('what lies beside the compose file and is secret goes neither into a commit nor into the image', () => {
  const secrets = ['docs/deploy/.env', 'docs/deploy/site.pem'];
  const { stdout } = spawnSync('git', ['check-ignore', '--no-index', ...secrets], { encoding: 'utf8' });
  expect(stdout.trim().split('\n')).toEqual(secrets);
  expect(fs.readFileSync('.dockerignore', 'utf8').split('\n')).toContain('docs');
});
