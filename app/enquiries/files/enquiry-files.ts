import type { FileKind } from '#db/entities/enquiry-file.ts';
import { START_BYTES } from '../../schemas/limits.ts';
import { findFileKind } from '../../storage/file-kind.ts';
import { limitText, MIB } from '../../ui/size-text.ts';

export const MOST_FILES = 5;
export const FILE_BYTES = 10 * MIB;
export const FILES_BYTES = 25 * MIB;
/** The time that the largest body takes at 30 KiB/s. */
export const FILES_MS = 15 * 60_000;
/** Lists endings and types, because some phones know only one of them. */
export const ACCEPTED =
  '.pdf,.jpg,.jpeg,.png,.webp,.heic,.heif,application/pdf,image/jpeg,image/png,image/webp,image/heic';

const endings: Record<FileKind, RegExp> = {
  pdf: /\.pdf$/i,
  jpeg: /\.jpe?g$/i,
  png: /\.png$/i,
  webp: /\.webp$/i,
  heic: /\.hei[cf]$/i,
  tnef: /\.dat$/i,
};

/** Cleans the name that the sender gave, and gives it the ending of the file's real kind. */
export function fileName(given: string, kind: FileKind): string {
  const name = given
    .slice(-1000)
    .toWellFormed()
    .replace(/^.*[/\\]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"<>:|?*]/gu, '')
    .replace(/^[.\s]+|(?<!\s)\s+$/g, '');
  const stem = name.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const ending = endings[kind].exec(name)?.[0] ?? (kind === 'jpeg' ? '.jpg' : `.${kind}`);
  return `${[...(stem || 'file')].slice(0, 100).join('')}${ending.toLowerCase()}`;
}

export type Chosen = Pick<File, 'name' | 'size'> & { start: Uint8Array };

export const tooBigText = (most: number): string => `Together the files are larger than ${limitText(most)}`;

/** @returns one sentence for each problem @param most bytes, for all files together */
export function problemsOfFiles(files: readonly Chosen[], most = FILES_BYTES): string[] {
  const each = files.slice(0, MOST_FILES).flatMap(({ name, size, start }) => {
    const shown = name.length > 60 ? `${name.slice(0, 40)}…${name.slice(-12)}` : name;
    if (size > FILE_BYTES) return `${shown} is larger than ${limitText(FILE_BYTES)}`;
    if (!size) return `${shown} is empty`;
    return findFileKind(start) ? [] : `${shown} is not a PDF, JPEG, PNG, WebP or HEIC file`;
  });
  const tooMany = files.length > MOST_FILES ? [`Please choose at most ${MOST_FILES} files`] : [];
  const sum = files.reduce((sum, { size }) => sum + size, 0);
  return [...tooMany, ...each, ...(sum > most && !each.length ? [tooBigText(most)] : [])];
}

export const readStart = async (file: File): Promise<Chosen> => ({
  name: file.name,
  size: file.size,
  start: new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer()),
});
