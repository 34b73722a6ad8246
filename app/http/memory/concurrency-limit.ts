/** The /48 of a /64 network: one customer may own all networks in it. */
const findSite = (key: string) => /^(?:[0-9a-f]+:){3}/.exec(key)?.[0] ?? key;

/**
 * Limits how many are open at once: per key (such as an address), per /48 of IPv6 networks, and in all.
 * @returns a function that takes a slot until `open` closes, or returns false if none is free
 */
export function limitConcurrency({ perKey, inAll = Infinity }: { perKey: number; inAll?: number }) {
  const taken = new Map<string, number>();
  return (key: string, open: { closed: boolean; once(event: 'close', hear: () => void): unknown }): boolean => {
    if (open.closed) return true;
    const bounds = { all: inAll, [findSite(key)]: inAll / 4, [key]: perKey };
    for (const [each, bound] of Object.entries(bounds)) if ((taken.get(each) ?? 0) >= bound) return false;
    const count = (change: 1 | -1) => {
      for (const each of Object.keys(bounds)) {
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
