import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { databaseNow } from '#db/database-clock.ts';
import { entityManager } from '#db/orm.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { parseForm, readOrExplain, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { useErrorTitle } from '../../forms/toasts/use-error-title.ts';
import { paths } from '../../paths.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { RouteButton } from '../../ui/route-button.tsx';
import { LinkForm, LinkList, MadeLink } from './links.tsx';
import { LINK_DAYS, LINK_FAILED, linkActionSchema, MOST_LINKS, REVOKE_FAILED } from './preview-link.schema.ts';
import { listLinks, makeLink, revokeLink, type LinkProblem } from './preview-links.server.ts';

const TITLE = 'Links to see the site';

type Answer = FormAnswer<never> & { made?: { name: string; address: string } };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const read = await readOrExplain(context, 'Failed to fetch links', async () => ({
    links: await listLinks(entityManager(context)),
  }));
  return { ...read, now: databaseNow(context.app), hasFailed: context.hasFailed };
}

const notDone = (intent: string) => (intent === 'revoke' ? REVOKE_FAILED : LINK_FAILED);

export const action = withFailureReply(notDone, async ({ request, context }) => {
  const staff = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, linkActionSchema);
  if (!form.ok) return form.reply;
  const em = entityManager(context);
  if (form.value.intent === 'revoke') {
    const isRevoked = await revokeLink(em, form.value.link, staff.by);
    return redirectWithToast(
      context,
      paths.admin.previewLinks,
      isRevoked ? 'Link revoked' : 'This link was gone already',
    );
  }
  const { name } = form.value;
  const made = await makeLink(em, staff, form.value);
  if (made.outcome === 'limited')
    return form.notDone(`There are ${MOST_LINKS} links already: revoke one of them first`, 409);
  if (made.outcome === 'invalid') return form.invalid({ endsAt: [problems[made.problem]] });
  return data<Answer>({ made: { name, address: made.address } }); // no redirect: it is in this answer and nowhere else
});

const problems: Record<LinkProblem, string> = {
  'has-ended': 'This time is over',
  'too-long': `A link holds for at most ${LINK_DAYS} days`,
};

export const clientAction = withFailureNotice(notDone);
export const meta = adminMeta(`${TITLE} | Admin`);

export default function PreviewLinksPage() {
  const { links, now, notice } = useLoaderData<typeof loader>();
  const { made, ...answered } = useActionData<Answer>() ?? {};
  const answer = Object.keys(answered).length ? answered : undefined;
  const isOfForm = answer?.result?.initialValue?.intent !== 'revoke';
  useErrorTitle(isOfForm ? null : answer?.notice);
  return (
    <div className="grid max-w-3xl gap-6">
      <div>
        <h1 className="text-2xl">{TITLE}</h1>
        <p className="text-muted mt-2">
          Anyone with a link sees the real pages while visitors see the maintenance screen.{' '}
          <Link to={paths.admin.maintenance} className="text-link underline underline-offset-4">
            Back to Maintenance
          </Link>
        </p>
      </div>
      <FlashBanner notice={(isOfForm ? null : answer?.notice) ?? notice} />
      {made ? <MadeLink {...made} /> : null}
      <LinkForm key={made?.address} now={now} answer={isOfForm ? answer : undefined} />
      {links ? (
        <LinkList links={links} />
      ) : (
        <RouteButton to={paths.admin.previewLinks} reloadDocument className="justify-self-start">
          Try again
        </RouteButton>
      )}
    </div>
  );
}
