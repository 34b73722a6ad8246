import { expect, it } from 'vitest';
import { inBatches } from '#app/enquiries/receive/enquiry-batches.server.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A row is written as group and id, such as `a1`. */
function scene() {
  const saves: { rows: string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const save = inBatches<string, string>({
    save: (rows) =>
      new Promise((resolve, reject) => {
        saves.push({ rows, end: () => resolve(rows), fail: reject });
      }),
    groupOf: (row) => row[0]!,
    isOfOneRow: (error) => (error as Error).message === 'bad row',
  });
  return { save, saves };
}

it('rows that arrive during a save are saved together, one of each group', async () => {
  const { save, saves } = scene();
  const outcomes = Promise.all(['a1', 'b1', 'a2', 'c1', 'a3'].map(save));
  for (let n = 0; n < 4; n++) {
    saves[n]?.end();
    await settle();
  }
  expect(saves.map(({ rows }) => rows)).toEqual([['a1'], ['b1', 'a2', 'c1'], ['a3']]);
  expect(await outcomes).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
});

it('a sender of thousands waits for his own: others come with the next batch', async () => {
  const { save, saves } = scene();
  const all = Array.from({ length: 5000 }, (_, n) => save(`a${n}`));
  const other = save('b');
  saves[0]!.end();
  await settle();
  expect(saves[1]!.rows).toEqual(['a1', 'b']);
  saves[1]!.end();
  expect(await other).toBe('b');
  expect(all).toHaveLength(5000);
});

it('a row that cannot be saved fails alone: the others of its batch are saved one by one', async () => {
  const { save, saves } = scene();
  const first = save('a1');
  const others = Promise.allSettled(['b1', 'c1', 'd1'].map(save));
  saves[0]!.end();
  await first;
  await settle();
  saves[1]!.fail(new Error('bad row'));
  await settle();
  saves[2]!.end();
  await settle();
  saves[3]!.fail(new Error('bad row'));
  await settle();
  saves[4]!.end();
  expect((await others).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(saves.map(({ rows }) => rows)).toEqual([['a1'], ['b1', 'c1', 'd1'], ['b1'], ['c1'], ['d1']]);
});
