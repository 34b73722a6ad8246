export const MIB = 1024 * 1024;

/** @param bytes whole or half mebibytes */
export const limitText = (bytes: number): string => `${bytes / MIB} MB`;

export function sizeText(bytes: number): string {
  const kib = bytes / 1024;
  return kib < 1024 ? `${Math.max(1, Math.round(kib))} KB` : `${(kib / 1024).toFixed(1)} MB`;
}
