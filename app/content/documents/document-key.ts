const STEM_LIMIT = 100;
let lastStamp = 0;
/** Milliseconds now, but never the same twice: two uploads of one name in one millisecond must not share a key. */
function nextStamp(): number {
  lastStamp = Math.max(Date.now(), lastStamp + 1);
  return lastStamp;
}

/**
 * The storage key of an uploaded file: the time, a dash, and the safe part of its name. ASCII letters, digits, dots,
 * dashes and underscores only, at most 120 bytes, ending in `.pdf`.
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

export function uploadedAt(key: string): Date | null {
  const stamp = /^\d{10,15}(?=-)/.exec(key);
  return stamp && new Date(Number(stamp[0]));
}

export const fileName = (key: string): string => key.replace(/^\d+-/, '');
