/**
 * Keeps what must outlive the module that made it: in dev Vite loads modules anew when they change, while open
 * connections, streams and timers stay. Nothing else belongs on `globalThis`.
 */
export function remember<T>(name: string, make: () => T): T {
  const held = globalThis as unknown as { __remembered?: Map<string, unknown> };
  const all = (held.__remembered ??= new Map());
  if (!all.has(name)) all.set(name, make());
  return all.get(name) as T;
}
