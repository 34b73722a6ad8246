import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, it } from 'vitest';
import { testSite } from '../support/database.ts';

// The rules of docs/deploy, by the promtool of Debian's prometheus.
const folder = 'docs/deploy';
const METRICS_TOKEN = 'only for the tests of this project';
const { site } = await testSite({ METRICS_TOKEN });

function promtool(args: string[], input = ''): string {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: folder, input, encoding: 'utf8' });
  expect(error, 'promtool is missing: apt-get install prometheus').toBeUndefined();
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}

it('the alerts are rules that Prometheus takes', () => {
  expect(promtool(['check', 'rules', 'alerts.yml'])).toContain('SUCCESS');
});

it('each alert fires for what it is for, and none in the usual state', () => {
  expect(promtool(['test', 'rules', 'alerts.test.yml'])).toContain('SUCCESS');
  const all = [...fs.readFileSync(`${folder}/alerts.yml`, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
  const tried = fs.readFileSync(`${folder}/alerts.test.yml`, 'utf8');
  expect(all.filter((name) => !tried.includes(`alertname="${name}"`))).toEqual([]);
});

it('/metrics is text as Prometheus wants it', async () => {
  await fetch(site.url);
  const answer = await fetch(`${site.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  promtool(['check', 'metrics'], await answer.text());
});
