const wordsOf = (title: string) => new Set(title.toLowerCase().match(/[\p{L}\p{N}]+/gu));

/** The service that a title means: the one with which it shares most words, at least half of all. */
export function findByTitle<Service extends { title: string }>(
  services: readonly Service[],
  title: string,
): Service | undefined {
  const wanted = wordsOf(title);
  const likeness = (service: Service) => {
    const own = wordsOf(service.title);
    return wanted.intersection(own).size / wanted.union(own).size;
  };
  const [best] = services.toSorted((a, b) => likeness(b) - likeness(a));
  return best && likeness(best) >= 0.5 ? best : undefined;
}
