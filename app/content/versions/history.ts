export const TRASH_DAYS = 30;

/** Reads 'services' from /admin/services/3/history. */
export const readNoun = (url: string): string => new URL(url).pathname.split('/')[2]!.replace(/\.data$/, '');

export const singular = (noun: string): string => noun.replace(/s$/, '');

export const singularTitle = (noun: string): string => noun.charAt(0).toUpperCase() + singular(noun.slice(1));

/** For the words of `withFailureReply`. */
export const orderFailed = (_intent: string, url: string) => `Failed to update ${singular(readNoun(url))} order`;
