import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { hasFailed, refuse, refuseFailed } from '../http/form-failed.server.ts';
import { parseForm } from '../http/form.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { redirectWithNotice } from '../http/notice.server.ts';
import { errorNotice, outdatedNotice } from '../http/notice.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { editedTextSchema, FETCH_FAILED, tabOf, UPDATE_FAILED, UPDATED, type PageName } from './page-content.schema.ts';
import { findText, judgeValue, listTexts, updateText } from './page-content.server.ts';
import { PageTabs } from './page-tabs.tsx';
import type { TextAnswer } from './text-editor.tsx';
import { TextItem } from './text-item.tsx';
import { useFocusOnEdit } from './use-focus-on-edit.ts';

function placeOf(request: Request) {
  const query = new URL(request.url).searchParams;
  return { tab: tabOf(query.get('tab')), edit: query.get('edit') };
}

/** The text that an address means, by its id or, while it has none, by its section key. */
const whichOf = (edit: string) => (/^[a-z]\w*$/.test(edit) ? edit : idOf(edit));

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const { tab, edit } = placeOf(request);
  const which = edit ? whichOf(edit) : null;
  const page = { tab, editKey: null, hasFailed: hasFailed(context), notice: null };
  let texts;
  try {
    texts = await listTexts(entityManager(context), tab);
  } catch (error) {
    log.error({ requestId: context.requestId, err: describeError(error) }, FETCH_FAILED);
    return data({ ...page, texts: null, notice: errorNotice(FETCH_FAILED) }, { status: 503 });
  }
  const edited = which ? texts.find(({ id, sectionKey }) => which === id || which === sectionKey) : undefined;
  if (which && !edited) throw notFound();
  return { ...page, editKey: edited?.sectionKey ?? null, texts };
}

/** Saves the text in edit. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'editor');
  const { tab, edit } = placeOf(request);
  const which = whichOf(edit ?? '');
  const parsed = await parseForm(request, editedTextSchema);
  const typed = String(parsed.form.get('contentValue') ?? '');
  try {
    const em = entityManager(context);
    const text = await findText(em, tab, which);
    if (!text) throw notFound();
    const judged = parsed.ok
      ? judgeValue(text, parsed.value.contentValue)
      : { problem: parsed.submission.error?.contentValue?.[0] ?? UPDATE_FAILED };
    if ('problem' in judged) return refuse(context, { ...judged, typed, notice: errorNotice(judged.problem) }, 400);
    const answer = await updateText(em, tab, text, parsed.ok ? parsed.value.version : 0, judged.value);
    if (answer === 'gone') throw notFound();
    if (answer !== 'saved') {
      const notice = outdatedNotice('Someone else has changed this text in the meantime');
      return refuse(context, { stored: answer, typed, notice }, 409);
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return refuseFailed(context, error, UPDATE_FAILED, { typed });
  }
  return redirectWithNotice(paths.admin.pages(tab), UPDATED);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnanswered(
    () => serverAction<typeof action>(),
    (): TextAnswer => ({ notice: errorNotice(UPDATE_FAILED) }),
  );

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.hasFailed ? 'Error: ' : ''}Manage Pages: ${loaded?.tab ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

export default function PagesPage() {
  const { tab, editKey, texts, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<TextAnswer>();
  const isScripted = useFocusOnEdit(editKey, answer);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Manage Pages</h1>
        <Loading tab={tab} />
      </div>
      <p className="text-muted mt-2">The texts of the public site. A saved text is on the site at once.</p>
      <PageTabs tab={tab} />
      <NoticeBanner notice={notice} className="mt-6" />
      {texts === null ? (
        <ButtonLink to={paths.admin.pages(tab)} reloadDocument className="mt-4">
          Try again
        </ButtonLink>
      ) : (
        <ul className="card divide-border mt-5 divide-y">
          {texts.map((text) => (
            <TextItem
              key={text.sectionKey}
              text={text}
              tab={tab}
              isEdited={text.sectionKey === editKey}
              answer={answer}
              isScripted={isScripted}
            />
          ))}
        </ul>
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
