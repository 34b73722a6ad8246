import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { actorOf } from '../activity/activities.server.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { orFailed, orUnread } from '../forms/failures.server.ts';
import type { FormAnswer } from '../forms/form-answer.ts';
import { orNotice } from '../forms/or-notice.ts';
import { parseForm } from '../forms/parse-form.server.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { paths, publicPages } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { RouteButton } from '../ui/route-button.tsx';
import {
  editedTextSchema,
  FETCH_FAILED,
  publicPageOf,
  tabOf,
  UPDATE_FAILED,
  UPDATED,
  type ManagedText,
  type PageName,
} from './page-content.schema.ts';
import { listTexts, updateText } from './page-content.server.ts';
import { PageTabs } from './page-tabs.tsx';
import { TextGroups } from './text-groups.tsx';
import { groupTexts } from './text-sections.ts';
import { useFocusOnEdit } from './use-focus-on-edit.ts';
import { wayBack } from './way-back.ts';

function placeOf(request: Request) {
  const query = new URL(request.url).searchParams;
  const from = publicPages.find((page) => page === query.get('from'));
  return { tab: tabOf(query.get('tab')), edit: query.get('edit'), from };
}

/** The text that an address means, by its id or, while it has none, by its section key. */
const whichOf = (edit: string) => (/^[a-z]\w*$/.test(edit) ? edit : idOf(edit));

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const { tab, edit, from } = placeOf(request);
  const which = edit ? whichOf(edit) : null;
  const read = await orUnread(context, FETCH_FAILED, async () => ({
    texts: await listTexts(entityManager(context), tab),
  }));
  const edited = which ? read.texts?.find(({ id, sectionKey }) => which === id || which === sectionKey) : undefined;
  if (read.texts && which && !edited) throw notFound();
  const { texts, ...rest } = read;
  return {
    ...rest,
    groups: texts && groupTexts(tab, texts),
    tab,
    from: edited && from ? { page: from, back: wayBack(tab, edited.sectionKey, from) } : undefined,
    editKey: edited?.sectionKey ?? null,
  };
}

/** Saves the text in edit. */
export const action = orFailed(UPDATE_FAILED, async ({ request, context }) => {
  const { email } = await requireRole(context, request, 'editor');
  const { tab, edit, from } = placeOf(request);
  const form = await parseForm(context, request, editedTextSchema);
  if (!form.ok) return form.reply;
  const by = actorOf(context, email);
  const saved = await updateText(entityManager(context), tab, whichOf(edit ?? ''), form.value, by);
  if (saved.outcome === 'gone') throw notFound();
  if (saved.outcome === 'invalid') return form.invalid({ contentValue: [saved.problem] });
  if (saved.outcome === 'outdated') return form.conflict(saved.stored);
  const done = { ...UPDATED, undo: saved.revision };
  const answer = await redirectWithNotice(wayBack(tab, saved.stored.sectionKey, from), done);
  if (from) answer.headers.set('X-Remix-Reload-Document', 'true'); // public pages are documents
  return answer;
});

export const clientAction = orNotice(UPDATE_FAILED);
export const meta = adminMeta<{ tab: PageName } | undefined>((loaded) => `Manage Pages: ${loaded?.tab ?? ''}`);

export default function PagesPage() {
  const { tab, from, editKey, groups, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ManagedText>>();
  const isScripted = useFocusOnEdit(editKey, answer);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Manage Pages</h1>
        <Loading tab={tab} />
      </div>
      <p className="text-muted mt-2">Edit the text of the public site. Visitors see a change as soon as you save it.</p>
      <PageTabs tab={tab} />
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink href={publicPageOf[tab]} className="btn-small">
          View page
        </ButtonLink>
        <ButtonLink href={paths.editTexts(publicPageOf[tab])} className="btn-small">
          Edit texts on the page
        </ButtonLink>
      </div>
      <NoticeBanner notice={notice} className="mt-6" />
      {groups === undefined ? (
        <RouteButton to={paths.admin.pages(tab)} reloadDocument className="mt-4">
          Try again
        </RouteButton>
      ) : (
        <TextGroups groups={groups} tab={tab} editKey={editKey} from={from} answer={answer} isScripted={isScripted} />
      )}
    </>
  );
}

/** While another tab is on its way. */
function Loading({ tab }: { tab: PageName }) {
  const { state, location } = useNavigation();
  const isLoading =
    state === 'loading' &&
    location.pathname === paths.admin.pages() &&
    tabOf(new URLSearchParams(location.search).get('tab')) !== tab;
  return (
    <p role="status" className="text-muted">
      {isLoading ? 'Loading page content...' : ''}
    </p>
  );
}
