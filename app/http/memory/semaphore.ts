/**
 * Lets some run at a time. Keys take turns: a client that asks for much delays only itself.
 * @returns a function that waits for a slot, and returns the function that releases it
 */
export function semaphore(most: { perKey: number; inAll: number }): (key: string) => Promise<() => void> {
  const lines = new Map<string, { active: number; waiting: (() => void)[] }>();
  let active = 0;

  return async (key) => {
    const line = lines.get(key) ?? { active: 0, waiting: [] };
    if (line.active >= most.perKey || active >= most.inAll) {
      lines.set(key, line);
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    } else begin(key, line);
    return () => {
      active--;
      if (!--line.active && !line.waiting.length) lines.delete(key);
      letOthersIn();
    };
  };

  function begin(key: string, line: { active: number; waiting: (() => void)[] }) {
    line.active++;
    active++;
    lines.delete(key);
    lines.set(key, line); // last, so that the other lines come first next time
  }

  function letOthersIn(): void {
    for (const [key, line] of lines) {
      if (active >= most.inAll) return;
      if (!line.waiting.length || line.active >= most.perKey) continue;
      begin(key, line);
      line.waiting.shift()!();
    }
  }
}
