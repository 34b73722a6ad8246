/** What a use of the device's storage gives; undefined where that is forbidden or full: all works without. */
export function tryStorage<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
