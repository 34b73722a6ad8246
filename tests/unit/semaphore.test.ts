import { expect, it } from 'vitest';
import { EventEmitter } from 'node:events';
import { findNetwork } from '#app/http/client-address.ts';
import { limitConcurrency } from '#app/http/memory/concurrency-limit.ts';
import { semaphore } from '#app/http/memory/semaphore.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function queue(most: { perKey: number; inAll: number }, keys: string) {
  const take = semaphore(most);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  for (const key of keys)
    void take(key).then((done) => {
      begun.push(key);
      ends.push(done);
    });
  await settle();
  return {
    begun: () => begun.join(''),
    async end() {
      ends.shift()!();
      await settle();
    },
  };
}

it('a client with many requests waits for its own: queues take turns', async () => {
  const { begun, end } = await queue({ perKey: 2, inAll: 2 }, 'aaaaabcb');
  expect(begun()).toBe('aa');
  for (let ended = 0; ended < 6; ended++) await end();
  expect(begun()).toBe('aaabcaba');
});

it('the number under way is limited for each key and in all', async () => {
  const { begun, end } = await queue({ perKey: 2, inAll: 3 }, 'aaabbb');
  expect(begun()).toBe('aab');
  await end();
  expect(begun()).toBe('aaba');
  await end();
  expect(begun()).toHaveLength(5);
});

it('each waiting request starts once, and none is left', async () => {
  const { begun, end } = await queue({ perKey: 1, inAll: 9 }, 'abababab');
  for (let ended = 0; ended < 8; ended++) await end();
  expect([...begun()].toSorted().join('')).toBe('aaaabbbb');
});

it('the many IPv6 networks of one customer take a quarter of all slots, and give them back', () => {
  const take = limitConcurrency({ perKey: 64, inAll: 2000 });
  const opened: EventEmitter[] = [];
  const open = (address: string) => take(findNetwork(address), opened[opened.push(new EventEmitter()) - 1] as never);
  const ofOne = Array.from({ length: 40 * 64 }, (_, n) => open(`2001:db8:7:${(n % 40).toString(16)}::1`));
  expect(ofOne.filter(Boolean)).toHaveLength(500);
  expect(['192.0.2.1', '2001:db8:8::1'].map(open)).toEqual([true, true]);
  opened[0]!.emit('close');
  expect([1, 2].map(() => open('2001:db8:7:ff::1'))).toEqual([true, false]);
});

it('a closed request takes no slot, because nothing would release it', () => {
  const take = limitConcurrency({ perKey: 1 });
  const open = (closed: boolean) => Object.assign(new EventEmitter(), { closed });
  expect([take('a', open(true)), take('a', open(false)), take('a', open(false))]).toEqual([true, true, false]);
});
