import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, inject, it } from 'vitest';
import { startProduct } from '../support/product.ts';
import { cloneDatabase } from '../support/test-postgres.ts';

// The rules of docs/deploy, by the promtool of Debian's prometheus.
const folder = 'docs/deploy';

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
  const database = await cloneDatabase(inject('postgres'));
  const METRICS_TOKEN = 'only for the tests of this project';
  const product = await startProduct({ DATABASE_URL: database.url, METRICS_TOKEN });
  try {
    await fetch(product.url);
    const answer = await fetch(`${product.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
    promtool(['check', 'metrics'], await answer.text());
  } finally {
    await product.stop();
    await database.drop();
  }
});
