const NAMED_MAX = 20;

/** Names the first enquiries by their references and the rest by their number. */
export function nameReferences(references: readonly string[]): string {
  const more = references.length - NAMED_MAX;
  const first = references.slice(0, NAMED_MAX).join(', ');
  return more > 0 ? `${first} and ${more.toLocaleString('en-US')} more` : first;
}
