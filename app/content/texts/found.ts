import { paths } from '../../paths.ts';
import type { pageFacts } from '../../ui/site/page-facts.ts';
import type { Found } from '../../ui/site/page-meta.ts';
import { findJpeg, findPicture, type GivenPicture } from '../pictures/picture.ts';
import type { PageName } from './page-content.schema.ts';

type FactsPath = (typeof pageFacts)[keyof typeof pageFacts]['path'];
type Place = readonly [tab: PageName, prefix: string];

/** Where the search engine texts of each public page are: their tab, and the prefix of their keys. */
export const foundTexts: Readonly<Record<string, Place>> = {
  [paths.home]: ['home', 'seo'],
  [paths.about]: ['about', 'seo'],
  [paths.services]: ['services', 'seo'],
  [paths.liftPlanning]: ['services', 'plans_seo'],
  [paths.portfolio]: ['services', 'work_seo'],
  [paths.contact]: ['contact', 'seo'],
  [paths.contactForm]: ['contact', 'enquiry_seo'],
  [paths.sitemap]: ['footer', 'sitemap_seo'],
  [paths.privacyTerms]: ['footer', 'privacy_seo'],
  [paths.accessibility]: ['footer', 'accessibility_seo'],
} satisfies Record<FactsPath, Place>;

export const isFoundText = (sectionKey: string): boolean =>
  /(?:^|_)seo_(?:title|description|picture)$/.test(sectionKey);

export const FOUND_LENGTH = 320;
export const FOUND_TOO_LONG = `Please use at most ${FOUND_LENGTH} characters: more is cut by whoever shows it`;

export const makeFound = (title?: string, description?: string, picture?: GivenPicture | null): Found => ({
  ...(title ? { title } : {}),
  ...(description ? { description } : {}),
  ...(picture ? { picture: { ...findJpeg(picture), alt: picture.alt } } : {}),
});

/** @param texts of the page's tab */
export function readFound(path: string, texts: Readonly<Record<string, string | undefined>>): Found {
  const [, prefix] = foundTexts[path]!;
  const [title, description, picture] = ['title', 'description', 'picture'].map((each) => texts[`${prefix}_${each}`]);
  return makeFound(title, description, findPicture(picture));
}
