import { expect, it, vi } from 'vitest';
import { nodeServer } from '#app/http/node-server.server.ts';
import { forTest } from '../support/for-test.ts';
import { listenOnLoopback } from '../support/loopback.ts';

it('a new connection whose first piece is still on its way is not cut, however old the process is', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] });
  vi.advanceTimersByTime(120_000);
  const server = nodeServer((_, response) => void response.end(Buffer.alloc(2 ** 24)), [], 60_000, true);
  const { url } = forTest(await listenOnLoopback(server));
  const answer = await fetch(url);
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  expect((await answer.arrayBuffer()).byteLength).toBe(2 ** 24);
});
