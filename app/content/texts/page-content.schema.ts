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

export const readTab = (value: string | null): PageName => pageTabs.find((tab) => tab === value) ?? pageTabs[0];

/** The footer is on every page. */
export const publicPageOf: Record<PageName, string> = {
  home: paths.home,
  about: paths.about,
  services: paths.services,
  contact: paths.contact,
  footer: paths.home,
};

export const EDITOR_ID = 'content-value';

/** The public page, or the dashboard, from which an editor was opened, and where on it to go back to. */
export interface CameFrom {
  page: string;
  back: string;
}

export type ManagedText = ReturnType<typeof managed>;

const LONG = 100; // characters that are too many for one line
export const MAX_VALUE = 10_000; // characters

export const isMultiLine = (text: Pick<ManagedText, 'sectionKey' | 'contentType' | 'contentValue'>): boolean =>
  text.sectionKey.endsWith('seo_description') ||
  text.contentType === 'html' ||
  text.contentType === 'list' ||
  text.contentValue.includes('\n') ||
  [...text.contentValue].length > LONG;

/** Pictures that replace the home page's slides. */
export const slideKeys = [1, 2, 3, 4, 5].map((n) => `hero_slide_${n}`);

export const isPortrait = (sectionKey: string): boolean => sectionKey === 'director_portrait';

/** In pixels; null for a text that is not a picture. */
export function findLargestOf(text: Pick<ManagedText, 'contentType' | 'sectionKey'> | null): number | null {
  if (text?.contentType !== 'picture') return null;
  return isPortrait(text.sectionKey) || isFoundText(text.sectionKey) ? LARGEST_NARROW : LARGEST;
}

export const REQUIRED = 'Please fill in this text';
export const TOO_DEEP = 'Too many tags stand within each other. Please take some of them out';
export const TOO_LONG = 'The text must be at most 10,000 characters';

/** Forms send their lines with CRLF. Whether the value may be empty depends on the text. */
export const editedTextSchema = z.object({
  contentValue: z.pipe(
    z.optional(z.string()),
    z.transform((text = '') => text.replace(/\r\n?/g, '\n').trim()),
  ),
  version: z.catch(z.int32(), 0),
  intent: z.catch(z.optional(z.literal('preview')), undefined),
});

export const requiredTextSchema = editedTextSchema.check(
  z.refine(({ contentValue }) => Boolean(seenIn(contentValue)), { path: ['contentValue'], error: REQUIRED }),
);
