const listWords = (title: string) => new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** The service that a title means: the one with which it shares most words, at least half of all. */
export function findByTitle<Service extends { title: string }>(
  services: readonly Service[],
  title: string,
): Service | undefined {
  const wanted = listWords(title);
  let best: Service | undefined;
  let most = 0;
  for (const service of services) {
    const own = listWords(service.title);
    const likeness = wanted.intersection(own).size / wanted.union(own).size;
    if (likeness < 0.5 || likeness <= most) continue;
    best = service;
    most = likeness;
  }
  return best;
}
