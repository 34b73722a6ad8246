interface Closable {
  closed: boolean;
  once(event: 'close', hear: () => void): unknown;
}

/**
 * Limits how many are open at once, per key (such as an address) and in all.
 * @returns a function that takes a slot until `open` closes, or none if it has; false when there is none
 */
export function limitConcurrency(most: { perKey: number; inAll?: number }): (key: string, open: Closable) => boolean {
  const taken = new Map<string, number>();
  let inAll = 0;
  return (key, open) => {
    if (open.closed) return true;
    const mine = taken.get(key) ?? 0;
    if (mine >= most.perKey || inAll >= (most.inAll ?? Infinity)) return false;
    taken.set(key, mine + 1);
    inAll++;
    open.once('close', () => {
      inAll--;
      const left = taken.get(key)! - 1;
      if (left) taken.set(key, left);
      else taken.delete(key);
    });
    return true;
  };
}
