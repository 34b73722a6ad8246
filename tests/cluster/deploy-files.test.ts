import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { format } from 'prettier';
import { expect, it } from 'vitest';

// The systemd unit and the compose file of docs/deploy. No test starts them: they need a machine of their own.
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
