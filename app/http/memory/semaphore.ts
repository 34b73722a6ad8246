/**
 * Limits how many run at a time, per key and in all. Keys are served in rotation: a busy client delays only itself.
 * @returns a function that waits for a slot, and resolves to the function that releases it
 */
export function semaphore(most: { perKey: number; inAll: number }): (key: string) => Promise<() => void> {
  const queues = new Map<string, { active: number; waiting: (() => void)[] }>();
  let active = 0;

  return async (key) => {
    const queue = queues.get(key) ?? { active: 0, waiting: [] };
    if (queue.active >= most.perKey || active >= most.inAll) {
      queues.set(key, queue);
      await new Promise<void>((resolve) => queue.waiting.push(resolve));
    } else start(key, queue);
    return () => {
      active--;
      if (!--queue.active && !queue.waiting.length) queues.delete(key);
      startWaiting();
    };
  };

  function start(key: string, queue: { active: number; waiting: (() => void)[] }) {
    queue.active++;
    active++;
    queues.delete(key);
    queues.set(key, queue); // at the end, so that other keys come first next time
  }

  function startWaiting(): void {
    for (const [key, queue] of queues) {
      if (active >= most.inAll) return;
      if (!queue.waiting.length || queue.active >= most.perKey) continue;
      start(key, queue);
      queue.waiting.shift()!();
    }
  }
}
