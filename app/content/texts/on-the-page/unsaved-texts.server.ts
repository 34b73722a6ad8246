import type { AppLoadContext } from '@remix-run/node';
import { UnsavedText } from '#db/entities/unsaved-text.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import type { SentTyping } from '../../../forms/typing/kept-typing.ts';
import { paths, publicPages } from '../../../paths.ts';
import { findPicture, pictureValues } from '../../pictures/picture.ts';
import { findStaff } from '../../../accounts/guards.server.ts';
import { reaches } from '../../../accounts/staff.schema.ts';
import { EDITOR_ID, publicPageOf, type ManagedText, type PageName } from '../page-content.schema.ts';
import { readProjectPreview } from '../../projects/preview.server.ts';
import { findText, judgeValue } from '../managed-texts.server.ts';
import { isSiteClosed, requireSiteOpen, type Asker } from '../../../maintenance/require-site-open.server.ts';
import { findEditName, pageTexts, type Texts } from '../page-content.server.ts';
import { makeHtml } from '../html-text.server.ts';
import { markTexts } from './text-marks.server.ts';
import { findPublicPage, findSection } from '../text-sections.server.ts';
import { makeLinksId } from './text-links.tsx';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The unsaved text that this request's page shows, set by the first loader that asks. */
    preview?: Promise<Preview | null>;
    editing?: Promise<TextEditing | null>;
  }
}

export type Preview = NonNullable<Awaited<ReturnType<typeof readPreview>>>;

/**
 * Keeps what was typed into a text's editor for the session, to be shown on its page.
 * @param which the text's id or section key
 * @param cameFrom the page from which the editor was opened
 * @returns the address of that page; or that the text is gone, or what a save would refuse
 */
export async function previewText(
  em: EntityManager,
  sessionId: number,
  pageName: PageName,
  which: number | string,
  { contentValue, version: madeFrom }: { contentValue: string; version: number },
  cameFrom: string | undefined,
): Promise<{ outcome: 'saved'; address: string } | { outcome: 'gone' } | { outcome: 'invalid'; problem: string }> {
  const text = await findText(em, pageName, which);
  if (!text) return { outcome: 'gone' };
  const judged = judgeValue(text, contentValue);
  if ('problem' in judged) return { outcome: 'invalid', ...judged };
  const { sectionKey } = text;
  const typed = { session: sessionId, pageName, sectionKey, contentValue, madeFrom };
  await em.upsert(UnsavedText, typed, { onConflictFields: ['session', 'pageName', 'sectionKey'] });
  const from = publicPages.find((page) => page === cameFrom);
  const page = from ?? findPublicPage(pageName, sectionKey);
  const section = findSection(pageName, sectionKey);
  const anchor = section ? `#${makeLinksId(section.id)}` : '';
  const address = paths.textPreview(page, `${pageName}.${sectionKey}`, from !== undefined) + anchor;
  return { outcome: 'saved', address };
}

const findUnsaved = (em: EntityManager, session: number, pageName: PageName, sectionKey: string) =>
  em.findOne(UnsavedText, { session, pageName, sectionKey }, { disableIdentityMap: true });

/** What the session typed before a preview; null once it is saved. */
export async function findTyped(
  em: EntityManager,
  session: number,
  pageName: PageName,
  { id, sectionKey, contentType }: Pick<ManagedText, 'id' | 'sectionKey' | 'contentType'>,
  from: string | undefined,
): Promise<SentTyping | null> {
  const text = await findUnsaved(em, session, pageName, sectionKey);
  if (!text) return null;
  const { contentValue, madeFrom } = text;
  const values = contentType === 'picture' ? pictureValues(findPicture(contentValue)) : { contentValue };
  return { action: paths.admin.pages(pageName, id, from), values, version: String(madeFrom), isPreviewed: true };
}

export const forgetUnsavedText = (em: EntityManager, session: number, pageName: PageName, sectionKey: string) =>
  em.nativeDelete(UnsavedText, { session, pageName, sectionKey });

/** The texts of a page for this request: one may be an unsaved preview; while texts are edited they carry marks. */
export async function textsToShow(context: AppLoadContext, request: Request, page: PageName): Promise<Texts> {
  const preview = await findPreview(context, request);
  const texts = pageTexts(context.app, page);
  if (!preview) return (await findEditing(context, request))?.isOn ? markTexts(page, texts) : texts;
  return preview.page === page ? { ...texts, [preview.sectionKey]: preview.value } : texts;
}

/** The first line of every public loader and action: `requireSiteOpen`, which lets pass an editor with a preview. */
export const requirePageOpen = async (context: AppLoadContext, request: Request, asker?: Asker): Promise<boolean> =>
  isSiteClosed(context.app) && !(await findPreview(context, request)) && requireSiteOpen(context, request, asker);

/** Null for anybody but an editor with a preview, without a query. */
export const findPreview = (context: AppLoadContext, request: Request): Promise<Preview | null> =>
  (context.preview ??= readPreview(context, request));

/** `save` is the form that saves it; null for pictures and projects, which are saved in their editors. */
async function readPreview(context: AppLoadContext, request: Request) {
  const { pathname, searchParams } = new URL(request.url);
  const [, page, sectionKey] = /^([a-z]+)\.([a-z]\w*)$/.exec(searchParams.get('preview') ?? '') ?? [];
  if (!page || !sectionKey || !(page === 'projects' || Object.hasOwn(publicPageOf, page))) return null;
  const staff = await findStaff(context, request);
  if (!staff || !reaches(staff.role, 'editor')) return null;
  const em = entityManager(context);
  if (page === 'projects') {
    const found = await readProjectPreview(em, staff.sessionId, sectionKey);
    return found && { page: 'projects' as const, sectionKey, value: '', save: null, section: undefined, ...found };
  }
  const pageName = page as PageName;
  const typed = await findUnsaved(em, staff.sessionId, pageName, sectionKey);
  const text = typed && (await findText(em, pageName, sectionKey));
  if (!text) return null;
  const value = text.contentType === 'html' ? makeHtml(typed.contentValue) : typed.contentValue;
  const from = searchParams.get('edit') === 'texts' ? pathname : undefined;
  const name = findEditName(context.app, pageName, sectionKey);
  const editor = `${paths.admin.unsavedText(pageName, name, from)}#${EDITOR_ID}`;
  const { contentValue, madeFrom: version } = typed;
  const action = paths.admin.pages(pageName, name, from);
  const save = text.contentType === 'picture' ? null : { action, contentValue, version };
  const section = findSection(pageName, sectionKey)?.id;
  return { page: pageName, sectionKey, value, editor, save, section, project: undefined };
}

export type TextEditing = NonNullable<Awaited<ReturnType<typeof readEditing>>>;

/** Null for visitors, who pay nothing for it. */
export const findEditing = (context: AppLoadContext, request: Request): Promise<TextEditing | null> =>
  (context.editing ??= readEditing(context, request));

/** What an editor is offered on a public page; `isOn` outlines its texts. */
async function readEditing(context: AppLoadContext, request: Request) {
  const { pathname: page, searchParams } = new URL(request.url);
  if (!publicPages.includes(page)) return null;
  const staff = await findStaff(context, request).catch(() => null); // the layout reports it
  return reaches(staff?.role, 'editor') ? { page, isOn: searchParams.get('edit') === 'texts' } : null;
}
