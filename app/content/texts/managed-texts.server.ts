import { PageContent } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import { showing, type Saved } from '#db/save-unless-changed.ts';
import { pageTexts as defaults } from '#db/starting-content/page-texts.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { inOrder, saveVersioned } from '../versions/versioned.server.ts';
import { findPicture, isSamePicture } from '../pictures/picture.ts';
import { NO_PICTURE } from '../pictures/picture.schema.ts';
import { seenIn } from '../../schemas/typed-text.ts';
import { localDay } from '../../time/dates.ts';
import { contactProblem } from './contact-value.ts';
import { FOUND_LENGTH, FOUND_TOO_LONG, isFoundText } from './found.ts';
import { makeHtml, typedHtml } from './html-text.server.ts';
import { MAX_VALUE, REQUIRED, TOO_DEEP, TOO_LONG, type ManagedText, type PageName } from './page-content.schema.ts';
import { versionedTexts } from './page-content.server.ts';
import { listLeftOut, sanitiseHtml } from './sanitise-html.server.ts';
import { textName } from './text-sections.server.ts';

/** Texts that start empty, and contact details that the company may not have. */
const optional = new Set(defaults.filter((text) => !text.contentValue).map(({ sectionKey }) => sectionKey));
optional.add('phone_2').add('network_link');

export const managed = ({ pageName, contentValue, updatedAt, ...text }: PageContent) => ({
  id: text.id,
  sectionKey: text.sectionKey,
  contentType: text.contentType,
  name: textName(pageName, text.sectionKey),
  contentValue: text.contentType === 'html' ? typedHtml(contentValue) : contentValue,
  /** Emptied, it is nowhere on the site. */
  isOptional: optional.has(text.sectionKey),
  /** Safe to show; null for the other types. */
  html: text.contentType === 'html' ? makeHtml(contentValue) : null,
  /** Counts its saves; a save on an older one is refused. */
  version: text.version,
  updated: localDay(updatedAt),
});

export const listTexts = async (em: EntityManager, pageName: PageName): Promise<ManagedText[]> =>
  (await em.find(PageContent, { pageName }, inOrder)).map(managed);

/** @param which the text's id or section key */
export async function findText(em: EntityManager, pageName: PageName, which: number | string) {
  const where = typeof which === 'number' ? { id: which } : { sectionKey: which };
  const row = await em.findOne(PageContent, { ...where, pageName }, { disableIdentityMap: true });
  return row && managed(row);
}

/** @param value its lines end with LF @returns the value to store (html sanitised), or what is wrong with it */
export function judgeValue(text: ManagedText, value: string): { value: string } | { problem: string } {
  if (!seenIn(value)) return text.isOptional ? { value: '' } : { problem: REQUIRED };
  if (text.contentType === 'picture') return findPicture(value) ? { value } : { problem: NO_PICTURE };
  const clean = text.contentType === 'html' ? sanitiseHtml(value).trim() : value;
  if (text.contentType === 'html' && (!listLeftOut(value) || makeHtml(clean).length > 10 * MAX_VALUE))
    return { problem: TOO_DEEP };
  const isEmpty = text.contentType === 'html' && !seenIn(clean.replace(/<[^<>]*>/g, ''));
  const problem = text.contentType === 'contact' && contactProblem(text.sectionKey, value);
  if (problem) return { problem };
  if (isEmpty) return { problem: REQUIRED };
  if (isFoundText(text.sectionKey) && [...clean].length > FOUND_LENGTH) return { problem: FOUND_TOO_LONG };
  return [...clean].length > MAX_VALUE ? { problem: TOO_LONG } : { value: clean };
}

/**
 * Saves a text unless somebody else has changed it since.
 * @param which its id or its section key
 * @returns also 'invalid': the value breaks a rule of the text's type
 */
export async function updateText(
  em: EntityManager,
  pageName: PageName,
  which: number | string,
  { contentValue, version }: { contentValue: string; version: number },
  by: Actor,
): Promise<Saved<ManagedText> | { outcome: 'invalid'; problem: string }> {
  const text = await findText(em, pageName, which);
  if (!text) return { outcome: 'gone' };
  const judged = judgeValue(text, contentValue);
  if ('problem' in judged) return { outcome: 'invalid', ...judged };
  const fields = { contentValue: judged.value };
  const saved = await saveVersioned(em, versionedTexts, { id: text.id, pageName }, version, fields, by);
  const isTwice = saved.outcome === 'outdated' && isSamePicture(saved.stored.contentValue, judged.value);
  return showing(isTwice ? { ...saved, outcome: 'saved' } : saved, managed);
}
