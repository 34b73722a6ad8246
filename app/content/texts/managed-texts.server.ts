import { findApp } from '#db/app.ts';
import { PageContent } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import { showing, type Saved } from '#db/save-unless-changed.ts';
import { pageTexts as defaults } from '#db/starting-content/page-texts.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { saveVersioned, recordRevision } from '../versions/versioned.server.ts';
import { findPicture } from '../pictures/picture.ts';
import { NO_PICTURE } from '../pictures/picture.schema.ts';
import { localDay } from '../../time/dates.ts';
import { contactProblem } from './contact-value.ts';
import { FOUND_LENGTH, FOUND_TOO_LONG, isFoundText } from './found.ts';
import { makeHtml, typedHtml } from './html-text.server.ts';
import {
  isOptional,
  MAX_VALUE,
  REQUIRED,
  TOO_DEEP,
  TOO_LONG,
  type ManagedText,
  type PageName,
} from './page-content.schema.ts';
import { versionedTexts } from './page-content.server.ts';
import { listLeftOut, sanitiseHtml } from './sanitise-html.server.ts';
import { textName } from './text-sections.server.ts';

type BuiltIn = Pick<PageContent, 'pageName' | 'sectionKey' | 'contentType' | 'contentValue' | 'displayOrder'>;
const builtIn = defaults.map((text, index) => ({ ...text, displayOrder: index + 1 }) as BuiltIn);

const managed = (text: PageContent | BuiltIn): ManagedText => {
  const { pageName, sectionKey, contentType } = text;
  const isHtml = contentType === 'html';
  const contentValue = isHtml ? typedHtml(text.contentValue) : text.contentValue;
  const html = isHtml ? makeHtml(text.contentValue) : null;
  const row = 'id' in text ? text : null;
  const { id = null, version = 0 } = row ?? {};
  const updated = row && localDay(row.updatedAt);
  return { id, sectionKey, name: textName(pageName, sectionKey), contentType, contentValue, html, version, updated };
};

/** The texts of a page in their order: as they are stored now, or as built in where there is no row. */
export async function listTexts(em: EntityManager, pageName: PageName): Promise<ManagedText[]> {
  const orderBy = { displayOrder: 'asc', id: 'asc' } as const;
  const rows = await em.find(PageContent, { pageName }, { disableIdentityMap: true, orderBy });
  const keys = new Set(rows.map(({ sectionKey }) => sectionKey));
  const missing = builtIn.filter((text) => text.pageName === pageName && !keys.has(text.sectionKey));
  return [...rows, ...missing].sort((a, b) => a.displayOrder - b.displayOrder).map(managed);
}

/**
 * One text of a page as it is stored now, or as built in where there is no row; null if the page has none such.
 * @param which its id or its section key
 */
export async function findText(
  em: EntityManager,
  pageName: PageName,
  which: number | string,
): Promise<ManagedText | null> {
  const where = typeof which === 'number' ? { id: which } : { sectionKey: which };
  const row = await em.findOne(PageContent, { ...where, pageName }, { disableIdentityMap: true });
  const text = row ?? builtIn.find((one) => one.pageName === pageName && one.sectionKey === which);
  return text ? managed(text) : null;
}

/**
 * Judges a new value of a text by its type.
 * @param value its lines ended by LF
 * @returns the value as it is to be stored (html is sanitised), or what is wrong with it
 */
export function judgeValue(text: ManagedText, value: string): { value: string } | { problem: string } {
  if (!value) return isOptional(text.sectionKey, text.contentType) ? { value } : { problem: REQUIRED };
  if (text.contentType === 'picture') return findPicture(value) ? { value } : { problem: NO_PICTURE };
  const clean = text.contentType === 'html' ? sanitiseHtml(value).trim() : value;
  if (text.contentType === 'html' && (!listLeftOut(value) || makeHtml(clean).length > 10 * MAX_VALUE))
    return { problem: TOO_DEEP };
  const isEmpty = text.contentType === 'html' && !/[^\s\u00a0]/.test(clean.replace(/<[^>]*>/g, ''));
  const problem = text.contentType === 'contact' && contactProblem(text.sectionKey, text.contentValue, value);
  if (problem) return { problem };
  if (isEmpty) return { problem: REQUIRED };
  if (isFoundText(text.sectionKey) && [...clean].length > FOUND_LENGTH) return { problem: FOUND_TOO_LONG };
  return [...clean].length > MAX_VALUE ? { problem: TOO_LONG } : { value: clean };
}

/**
 * Saves a text unless somebody else has changed it since; a built-in one gets its row.
 * @param which its id or its section key
 * @param edited the new value, its lines ended by LF, and the state that the change was made on
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
  const { id: textId, sectionKey } = text;
  const saved =
    textId === null
      ? await em.transactional((tx) => addText(tx, pageName, sectionKey, judged.value, by))
      : await saveVersioned(em, versionedTexts, { id: textId, pageName }, version, { contentValue: judged.value }, by);
  if (textId === null && saved.outcome === 'saved') await versionedTexts.showChange(findApp(em));
  return showing(saved, managed);
}

/** Makes the row of a built-in text unless somebody else has. In SQL, because only PostgreSQL can tell who was first. */
async function addText(
  em: EntityManager,
  pageName: PageName,
  sectionKey: string,
  value: string,
  by: Actor,
): Promise<Saved<PageContent>> {
  const text = builtIn.find((each) => each.pageName === pageName && each.sectionKey === sectionKey)!;
  // SQL: of two first saves one stores it, without an error in either's transaction.
  const [added] = await em.execute<{ id: number }[]>(
    `insert into page_content (page_name, section_key, content_type, content_value, display_order)
     values (?, ?, ?, ?, ?) on conflict (page_name, section_key) do nothing returning id`,
    [pageName, sectionKey, text.contentType, value, text.displayOrder],
  );
  const stored = await em.findOne(PageContent, { pageName, sectionKey }, { disableIdentityMap: true });
  if (!stored) return { outcome: 'gone' };
  if (!added) return { outcome: stored.contentValue === value ? 'saved' : 'outdated', stored };
  const told = { act: 'changed', before: { contentValue: text.contentValue } } as const;
  return { outcome: 'saved', stored, revision: await recordRevision(em, versionedTexts, stored, by, told) };
}
