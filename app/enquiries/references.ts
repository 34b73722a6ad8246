const NAMED_MAX = 20;

/** Enquiries as a line of the activity log names them: the first by their references, the rest by their number. */
export function namedReferences(references: readonly string[]): string {
  const more = references.length - NAMED_MAX;
  const first = references.slice(0, NAMED_MAX).join(', ');
  return more > 0 ? `${first} and ${more.toLocaleString('en-US')} more` : first;
}
