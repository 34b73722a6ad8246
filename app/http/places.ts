import type { ServerResponse } from 'node:http';

/**
 * So many answers of a kind that may be open at once for one key, such as an address.
 * @returns takes a place until the answer is closed; false if the key has all of its places
 */
export function places(mostPerKey: number): (key: string, response: ServerResponse) => boolean {
  const taken = new Map<string, number>();
  return (key, response) => {
    const mine = taken.get(key) ?? 0;
    if (mine >= mostPerKey) return false;
    taken.set(key, mine + 1);
    response.once('close', () => {
      const left = taken.get(key)! - 1;
      if (left) taken.set(key, left);
      else taken.delete(key);
    });
    return true;
  };
}
