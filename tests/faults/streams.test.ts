import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testProduct } from '../support/database.ts';
import { memoryMiB } from '../support/process.ts';

// Event streams come and go in thousands, most of them without closing properly.
const TOKEN = 'only for the tests of this project';
const { site: product } = await testProduct({ TRUST_PROXY: '1', METRICS_TOKEN: TOKEN });

async function openNow(): Promise<number> {
  const answer = await fetch(`${product.url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  return Number(/^event_streams_open (\d+)/m.exec(await answer.text())?.[1]);
}

function open(address: string): Promise<{ status: number; cut(): void }> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      `${product.url}/events`,
      { headers: { 'X-Forwarded-For': address }, agent: false },
      (response) => {
        response.on('error', () => {}).resume();
        resolve({ status: response.statusCode!, cut: () => request.socket?.destroy() });
      },
    );
    request.on('error', reject);
  });
}

it('60,000 event streams come and go: none stays open, and memory does not grow', async () => {
  const wave = async (n: number) => {
    const streams = await Promise.all(Array.from({ length: 500 }, (_, i) => open(`10.${n}.${i % 10}.1`)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    if (n % 10 === 0) expect(await openNow()).toBe(streams.length);
    streams.forEach(({ cut }) => cut());
    await expect.poll(openNow, { timeout: 10_000, interval: 50 }).toBe(0);
  };
  for (let n = 0; n < 100; n++) await wave(n); // the heap first grows to the size that such waves need
  await sleep(1000);
  const before = memoryMiB(product.pid);
  for (let n = 100; n < 120; n++) await wave(n);
  await sleep(1000);
  const after = memoryMiB(product.pid);
  expect(after - before).toBeLessThan(40); // 10,000 open streams would need more than 80 MiB
});
