export const TRASH_DAYS = 30;

export interface DiffPart {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

/** Reads 'services' from /admin/services/3/history. */
export const readNoun = (url: string): string => new URL(url).pathname.split('/')[2]!.replace(/\.data$/, '');

export const singular = (noun: string): string => noun.replace(/s$/, '');

export const singularTitle = (noun: string): string => noun.charAt(0).toUpperCase() + singular(noun.slice(1));

export const describeMove = (noun: string) => ({
  saved: `${singularTitle(noun)} order updated successfully`,
  failed: `Failed to update ${singular(noun)} order`,
});
