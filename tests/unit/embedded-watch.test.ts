import { expect, it } from 'vitest';
import { keepUp, type Run } from '#db/embedded-watch.ts';

const down = (reason: string): Run => ({
  answers: () => Promise.reject(new Error(reason)),
  ended: Promise.resolve(reason),
});
const pauses = [0, 0, 0, 0, 0];

function told() {
  const lines: string[] = [];
  return {
    lines,
    watcher: {
      onEnd: (reason: string) => void lines.push(`ended: ${reason}`),
      onStart: () => void lines.push('started'),
      onGivenUp: (reason: string) => void lines.push(`given up: ${reason}`),
    },
  };
}

it('starts a database that ended again, until one answers', async () => {
  const { lines, watcher } = told();
  const runs = [down('no room'), { answers: () => Promise.resolve(), ended: new Promise<string>(() => {}) }];
  void keepUp(
    down('killed'),
    () => runs.shift()!,
    watcher,
    () => false,
    pauses,
  );
  await expect.poll(() => lines).toEqual(['ended: killed', 'started']);
  expect(runs).toEqual([]);
});

it('gives up after five failed starts with the reason of the last', async () => {
  const { lines, watcher } = told();
  let starts = 0;
  await keepUp(
    down('killed'),
    () => down(`no room ${++starts}`),
    watcher,
    () => false,
    pauses,
  );
  expect(lines).toEqual(['ended: killed', 'given up: no room 5']);
});

it('counts a start that answers and ends at once as failed', async () => {
  const { lines, watcher } = told();
  const brief = { answers: () => Promise.resolve(), ended: Promise.resolve('no room') };
  await keepUp(
    brief,
    () => brief,
    watcher,
    () => false,
    pauses,
  );
  expect(lines.filter((line) => line === 'started')).toHaveLength(5);
  expect(lines.at(-1)).toBe('given up: no room');
});

it('lets one that is stopped be', async () => {
  const { lines, watcher } = told();
  await keepUp(
    down('stopped'),
    () => down(''),
    watcher,
    () => true,
    pauses,
  );
  expect(lines).toEqual([]);
});
