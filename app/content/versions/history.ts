/** How long what was deleted can be put back. */
export const TRASH_DAYS = 30;

/** A part of a text: what stayed, what came and what went. */
export interface DiffPart {
  text: string;
  kind: 'same' | 'added' | 'removed';
}

/** One state of an item, ready to show. */
export interface HistoryEntry {
  id: number;
  at: string;
  /** Who did what, in a sentence. */
  told: string;
  time: string;
  fields: { label: string; parts: DiffPart[] }[];
  /** The item reads like this now. */
  isPresent: boolean;
  /** Only the item's place has changed. */
  isMoved: boolean;
}

export interface HistoryPage {
  name: string;
  /** Where the item is managed. */
  back: string;
  /** The item's, for a restore; null while it is in the trash. */
  version: number | null;
  entries: HistoryEntry[];
  /** The id before which the next page begins. */
  older: number | null;
}

/** A deleted item, ready to show. */
export interface TrashedItem {
  id: number;
  revision: number;
  title: string;
  who: string;
  deleted: string;
}

/** What somebody who deletes an item is shown of it. */
export interface Deletable {
  id: number;
  title: string;
  version: number;
  more: string | null;
}

/** The noun that an address of the admin area is about, such as 'services' of /admin/services/3/history. */
export const nounIn = (url: string): string => new URL(url).pathname.split('/')[2]!.replace(/\.data$/, '');

/** The singular of a noun, such as 'service' of 'services'. */
export const oneOf = (noun: string): string => noun.replace(/s$/, '');

/** The singular with a capital, for the start of a title or a sentence. */
export const oneAsTitle = (noun: string): string => noun.charAt(0).toUpperCase() + oneOf(noun.slice(1));

/** What is said once one of a noun has been moved, or has not. */
export const orderWords = (noun: string) => ({
  saved: `${oneAsTitle(noun)} order updated successfully`,
  failed: `Failed to update ${oneOf(noun)} order`,
});

/** Whether an address asks for what was deleted. */
export const isTrash = (url: string): boolean => new URL(url).searchParams.get('view') === 'trash';
