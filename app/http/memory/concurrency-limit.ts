/** The /48 of a /64: one customer may have all in it. */
const siteOf = (key: string) => /^(?:[0-9a-f]+:){3}/.exec(key)?.[0] ?? key;

/**
 * Limits what is open at once: per key (such as an address), per site of IPv6 networks, and in all.
 * @returns a function that takes a slot until `open` closes; false when there is none
 */
export function limitConcurrency({ perKey, inAll = Infinity }: { perKey: number; inAll?: number }) {
  const taken = new Map<string, number>();
  return (key: string, open: { closed: boolean; once(event: 'close', hear: () => void): unknown }): boolean => {
    if (open.closed) return true;
    const bounds = new Map([
      ['all', inAll],
      [siteOf(key), inAll / 4],
      [key, perKey],
    ]);
    for (const [each, bound] of bounds) if ((taken.get(each) ?? 0) >= bound) return false;
    const count = (change: 1 | -1) => {
      for (const each of bounds.keys()) {
        const left = (taken.get(each) ?? 0) + change;
        if (left) taken.set(each, left);
        else taken.delete(each);
      }
    };
    count(1);
    open.once('close', () => count(-1));
    return true;
  };
}
