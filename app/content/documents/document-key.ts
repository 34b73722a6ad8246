const STEM_LIMIT = 100;

let lastStamp = 0;
/** Milliseconds now, but never the same twice: two uploads of one name in one millisecond must not share a key. */
function nextStamp(): number {
  lastStamp = Math.max(Date.now(), lastStamp + 1);
  return lastStamp;
}

/**
 * The key an uploaded file is kept under: the time, a dash, and what is safe of the name its owner gave it. Letters,
 * digits, dots, dashes and underscores of ASCII only, at most 120 bytes, always ending in `.pdf`.
 * @param fileName the name as the browser sent it, in whatever state
 * @param timestamp milliseconds since 1970
 */
export function documentKey(fileName: string, timestamp: number = nextStamp()): string {
  const stem = fileName
    .slice(-1000)
    .replace(/^.*[/\\]/s, '')
    .normalize('NFKD')
    .replace(/\p{Mark}|\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, '')
    .replace(/\.pdf$/i, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/\.{2,}/g, '.')
    .replace(/-{2,}/g, '-')
    .replace(/^[._-]+/, '')
    .slice(0, STEM_LIMIT)
    .replace(/(?<![._-])[._-]+$/, '');
  return `${timestamp}-${stem || 'document'}.pdf`;
}

/** When a file was uploaded, as its key holds it; null where it does not. */
export function uploadedAt(key: string): Date | null {
  const stamp = /^\d{10,15}(?=-)/.exec(key);
  return stamp && new Date(Number(stamp[0]));
}

export const fileName = (key: string): string => key.replace(/^\d+-/, '');
