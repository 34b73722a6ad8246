import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';

const folder = 'docs/deploy';

it('each alert fires for its cause, and none in the usual state', () => {
  const args = ['test', 'rules', 'alerts.test.yml'];
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  const all = [...fs.readFileSync(`${folder}/alerts.yml`, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  const tried = fs.readFileSync(`${folder}/alerts.test.yml`, 'utf8');
  expect(all.filter((name) => !tried.includes(`alertname="${name}"`))).toEqual([]);
});
