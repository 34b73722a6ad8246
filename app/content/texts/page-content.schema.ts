import { seenIn } from '../../schemas/typed-text.ts';
import { z } from '../../schemas/zod.ts';
import { paths } from '../../paths.ts';
import { isFoundText } from './found.ts';
import { LARGEST, LARGEST_NARROW } from '../pictures/picture.ts';
import type { PageContent } from '#db/entities/content.ts';
import type { managed } from './managed-texts.server.ts';

export type PageName = PageContent['pageName'];
export type ContentType = PageContent['contentType'];

/** The tabs of Manage Pages; the first is the default. */
export const pageTabs = ['home', 'about', 'services', 'contact', 'footer'] as const satisfies readonly PageName[];

/** The tab of an address; anything unknown is the first one. */
export const readTab = (value: string | null): PageName => pageTabs.find((tab) => tab === value) ?? pageTabs[0];

/** Where visitors read the texts of a tab; the footer is on every page. */
export const publicPageOf: Record<PageName, string> = {
  home: paths.home,
  about: paths.about,
  services: paths.services,
  contact: paths.contact,
  footer: paths.home,
};

export const EDITOR_ID = 'content-value';

/** The public page from which somebody opened an editor, and where on it the editor leads back to. */
export interface CameFrom {
  page: string;
  back: string;
}

/** A text as its editor gets it. */
export type ManagedText = ReturnType<typeof managed>;

const LONG = 100; // characters from which on a line is too short
export const MAX_VALUE = 10_000; // characters

export const isMultiLine = (text: Pick<ManagedText, 'sectionKey' | 'contentType' | 'contentValue'>): boolean =>
  text.sectionKey.endsWith('seo_description') ||
  text.contentType === 'html' ||
  text.contentType === 'list' ||
  text.contentValue.includes('\n') ||
  [...text.contentValue].length > LONG;

/** The pictures that take the places of the home page's slides. */
export const slideKeys = [1, 2, 3, 4, 5].map((n) => `hero_slide_${n}`);

export const isPortrait = (sectionKey: string): boolean => sectionKey === 'director_portrait';

/** The width of a text's picture at most; null for a text that is none. */
export function findLargestOf(text: Pick<ManagedText, 'contentType' | 'sectionKey'> | null): number | null {
  if (text?.contentType !== 'picture') return null;
  return isPortrait(text.sectionKey) || isFoundText(text.sectionKey) ? LARGEST_NARROW : LARGEST;
}

export const FETCH_FAILED = 'Failed to fetch content';
export const UPDATE_FAILED = 'Failed to update content';
export const UPDATED = { title: 'Content updated', description: 'The content has been successfully updated.' };

export const REQUIRED = 'Please fill in this text';
export const TOO_DEEP = 'Too many tags stand within each other. Please take some of them out';
export const TOO_LONG = 'The text must be at most 10,000 characters';

/**
 * The form of one text. Forms send their lines with CRLF; `version` is the state it was made from. Whether it may be empty
 * depends on the text.
 */
export const editedTextSchema = z.object({
  contentValue: z.pipe(
    z.optional(z.string()),
    z.transform((text = '') => text.replace(/\r\n?/g, '\n').trim()),
  ),
  version: z.catch(z.int32(), 0),
  /** Which button sent it: it is to be saved, or to be looked at on its page. */
  intent: z.catch(z.optional(z.literal('preview')), undefined),
});

export const requiredTextSchema = editedTextSchema.check(
  z.refine(({ contentValue }) => Boolean(seenIn(contentValue)), { path: ['contentValue'], error: REQUIRED }),
);
