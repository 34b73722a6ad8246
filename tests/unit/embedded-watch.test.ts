import { expect, it } from 'vitest';
import { keepUp, type Run } from '#db/embedded-watch.ts';

const fail = (reason: string) => Promise.reject(new Error(reason));
const down = (reason: string): Run => ({ answers: () => fail(reason), ended: Promise.resolve(reason) });

/** Runs `keepUp`. @returns the reported lines, and its end */
function watch(first: Run, start: () => Run, isStopped = false) {
  const lines: string[] = [];
  const watcher = {
    onEnd: (reason: string) => void lines.push(`ended: ${reason}`),
    onStart: () => void lines.push('started'),
    onGivenUp: (reason: string) => void lines.push(`given up: ${reason}`),
  };
  return { lines, over: keepUp(first, start, watcher, () => isStopped, [0, 0, 0, 0, 0]) };
}

it('starts a database that ended again, until one answers', async () => {
  const runs = [down('no room'), { answers: () => Promise.resolve(), ended: new Promise<string>(() => {}) }];
  const { lines } = watch(down('killed'), () => runs.shift()!);
  await expect.poll(() => lines).toEqual(['ended: killed', 'started']);
  expect(runs).toEqual([]);
});

it('gives up after five failed starts with the reason of the last', async () => {
  let starts = 0;
  const { lines, over } = watch(down('killed'), () => down(`no room ${++starts}`));
  await over;
  expect(lines).toEqual(['ended: killed', 'given up: no room 5']);
});

it('counts a start that answers and ends at once as failed', async () => {
  const brief = { answers: () => Promise.resolve(), ended: Promise.resolve('no room') };
  const { lines, over } = watch(brief, () => brief);
  await over;
  expect(lines.filter((line) => line === 'started')).toHaveLength(5);
  expect(lines.at(-1)).toBe('given up: no room');
});

it('lets one that is stopped be', async () => {
  const { lines, over } = watch(down('stopped'), () => down(''), true);
  await over;
  expect(lines).toEqual([]);
});
