export const TRASH_DAYS = 30;

export interface DiffPart {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

export interface HistoryEntry {
  id: number;
  at: string;
  /** Who did what, in a sentence. */
  told: string;
  time: string;
  fields: { label: string; parts: DiffPart[] }[];
  isPresent: boolean;
  /** Only the item's place has changed. */
  isMoved: boolean;
}

export interface HistoryPage {
  name: string;
  back: string;
  /** The item's, for a restore; null while it is in the trash. */
  version: number | null;
  entries: HistoryEntry[];
  /** The id before which the next page begins. */
  older: number | null;
}

export interface TrashedItem {
  id: number;
  revision: number;
  title: string;
  who: string;
  deleted: string;
}

/** The resource that an address of the admin area names, such as 'services' of /admin/services/3/history. */
export const readNoun = (url: string): string => new URL(url).pathname.split('/')[2]!.replace(/\.data$/, '');

export const singular = (noun: string): string => noun.replace(/s$/, '');

export const singularTitle = (noun: string): string => noun.charAt(0).toUpperCase() + singular(noun.slice(1));

export const describeMove = (noun: string) => ({
  saved: `${singularTitle(noun)} order updated successfully`,
  failed: `Failed to update ${singular(noun)} order`,
});

export const asksForTrash = (url: string): boolean => new URL(url).searchParams.get('view') === 'trash';
