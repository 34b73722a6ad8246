import { redirectDocument, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node';
import { useContext } from 'react';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { parseForm, readOrExplain, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, type FormAnswer } from '../../forms/answer.ts';
import { readText } from '../../forms/typing/typed-values.ts';
import { KeptFormsContext } from '../../forms/typing/kept-typing.ts';
import { withListQuery } from '../../forms/list-query.ts';
import { isPlainForm } from '../../forms/form.server.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths, publicPages } from '../../paths.ts';
import { joinPicture } from '../pictures/picture.ts';
import { parsePicture } from '../pictures/read-picture.server.ts';
import { sendPicture } from '../pictures/send-picture.ts';
import { RouteButton } from '../../ui/button.tsx';
import { editedTextSchema, findLargestOf, readTab, type ManagedText, type PageName } from './page-content.schema.ts';
import { findText, listTexts, updateText } from './managed-texts.server.ts';
import { PageTabs, TabLoading, TextFilter } from './page-tabs.tsx';
import { listLeftOut } from './sanitise-html.server.ts';
import { TextGroups } from './text-groups.tsx';
import { groupTexts, findWayBack } from './text-sections.server.ts';
import { useFocusOnEdit } from './text-item.tsx';
import { forgetUnsavedText, previewText, findTyped } from './on-the-page/unsaved-texts.server.ts';

const UPDATE_FAILED = 'Failed to update content';
const UPDATED = { title: 'Content updated', description: 'The content has been successfully updated.' };

function readPlace(request: Request) {
  const query = new URL(request.url).searchParams;
  const from = [...publicPages, paths.admin.dashboard].find((page) => page === query.get('from'));
  const q = readText(query, 'q').slice(0, 200);
  return { tab: readTab(query.get('tab')), edit: query.get('edit'), from, isUnsaved: query.has('unsaved'), q };
}

const holds = ({ name, sectionKey, contentValue }: ManagedText, words: string): boolean =>
  [name, sectionKey, contentValue].some((part) => part.toLowerCase().includes(words.toLowerCase()));

const readWhich = (edit: string) => (/^[a-z]\w*$/.test(edit) ? edit : readId(edit));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { sessionId } = await requireRole(context, request, 'editor');
  const { tab, edit, from, isUnsaved, q } = readPlace(request);
  const which = edit ? readWhich(edit) : null;
  const em = entityManager(context);
  const read = await readOrExplain(context, 'Failed to fetch content', async () => ({
    texts: await listTexts(em, tab),
  }));
  const edited = which ? read.texts?.find(({ id, sectionKey }) => which === id || which === sectionKey) : undefined;
  if (read.texts && which && !edited) throw notFound();
  const { texts, ...rest } = read;
  const found = texts?.filter((text) => text === edited || holds(text, q));
  return {
    ...rest,
    groups: found && groupTexts(tab, found),
    tab,
    q,
    from: edited && from ? { page: from, back: findWayBack(tab, edited.sectionKey, from) } : undefined,
    editKey: edited?.sectionKey ?? null,
    /** On the way back from a preview: what was typed before it. */
    unsaved: edited && isUnsaved ? await findTyped(em, sessionId, tab, edited, from) : null,
  };
}

export const action = withFailureReply(UPDATE_FAILED, async ({ request, context }) => {
  const { by, sessionId } = await requireRole(context, request, 'editor');
  const { tab, edit, from } = readPlace(request);
  const em = entityManager(context);
  const which = readWhich(edit ?? '');
  const form = isPlainForm(request.headers.get('content-type') ?? '')
    ? await parseForm(context, request, editedTextSchema)
    : await parsePictureText(context, request, () => findText(em, tab, which));
  if (!form.ok) return form.reply;
  if (form.value.intent === 'preview') {
    const preview = await previewText(em, sessionId, tab, which, form.value, from);
    if (preview.outcome === 'gone') throw notFound();
    if (preview.outcome === 'invalid') return form.invalid({ contentValue: [preview.problem] });
    return redirectDocument(preview.address, 303); // public pages are documents
  }
  const saved = await updateText(em, tab, which, form.value, by);
  if (saved.outcome === 'gone') throw notFound();
  if (saved.outcome === 'invalid') return form.invalid({ contentValue: [saved.problem] });
  if (saved.outcome === 'outdated') return form.conflict(saved.stored);
  const { sectionKey, contentType } = saved.stored;
  await forgetUnsavedText(em, sessionId, tab, sectionKey);
  const leftOut = contentType === 'html' ? (listLeftOut(form.value.contentValue) ?? []) : [];
  const done = { ...UPDATED, description: describeSave(leftOut), undo: saved.revision };
  const list = withListQuery(paths.admin.pages(tab), new URL(request.url).search);
  const answer = await redirectWithToast(context, from ? findWayBack(tab, sectionKey, from) : list, done);
  if (from) answer.headers.set('X-Remix-Reload-Document', 'true');
  return answer;
});

/** As `parseForm`; the picture is the text's new value. */
async function parsePictureText(context: AppLoadContext, request: Request, find: () => Promise<ManagedText | null>) {
  const form = await parsePicture(context, request, async () => findLargestOf(await find()));
  if (!form.ok) return form;
  const { given, version, intent } = form.value;
  const contentValue = given ? joinPicture(given) : '';
  return { ...form, value: { contentValue, version, intent: intent === 'preview' ? intent : undefined } };
}

/** Names the first few things that the sanitiser left out. */
function describeSave(leftOut: string[]): string {
  if (!leftOut.length) return UPDATED.description;
  const named = leftOut.slice(0, 5).map((text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text));
  return `${UPDATED.description} Left out: ${named.join(', ')}${leftOut.length > 5 ? ' and more' : ''}.`;
}

export const clientAction = sendPicture(UPDATE_FAILED);
export const meta = adminMeta<{ tab: PageName } | undefined>((loaded) => `Manage Pages: ${loaded?.tab ?? ''}`);

export default function PagesPage() {
  const { tab, q, from, editKey, groups, notice, unsaved } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ManagedText>>();
  const keptForms = useContext(KeptFormsContext);
  useFocusOnEdit(editKey, answer);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Manage Pages</h1>
        <TabLoading tab={tab} />
        <RouteButton to={paths.admin.redirects}>Redirects</RouteButton>
      </div>
      <p className="text-muted mt-2">Edit the text of the public site. Visitors see a change as soon as you save it.</p>
      <PageTabs tab={tab} />
      <FlashBanner notice={notice} className="mt-6" />
      {groups && (
        <KeptFormsContext.Provider value={unsaved ? [...keptForms, unsaved] : keptForms}>
          <TextFilter tab={tab} q={q} groups={groups} />
          <TextGroups groups={groups} tab={tab} editKey={editKey} from={from} answer={answer} />
        </KeptFormsContext.Provider>
      )}
    </>
  );
}
