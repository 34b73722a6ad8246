import type { ServerResponse } from 'node:http';

/**
 * Limits how many answers of a kind may be open at once, for one key, such as an address, and in all.
 * @returns a function that takes a place until the answer is closed; it gives false if there is none for the key
 */
export function places(most: { perKey: number; inAll?: number }): (key: string, response: ServerResponse) => boolean {
  const taken = new Map<string, number>();
  let inAll = 0;
  return (key, response) => {
    const mine = taken.get(key) ?? 0;
    if (mine >= most.perKey || inAll >= (most.inAll ?? Infinity)) return false;
    taken.set(key, mine + 1);
    inAll++;
    response.once('close', () => {
      inAll--;
      const left = taken.get(key)! - 1;
      if (left) taken.set(key, left);
      else taken.delete(key);
    });
    return true;
  };
}
