import { data, redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { adminMeta } from '../forms/answer.ts';
import { markPrivate } from '../http/context.server.ts';
import { KEY_IN_ADDRESS } from '../http/security-headers.ts';
import { paths } from '../paths.ts';
import { hashToken } from '../accounts/account-tokens.server.ts';
import { Entrance, EntranceLink } from '../accounts/sign-in/entrance.tsx';
import { findPreviewLink, previewCookie } from '../maintenance/preview-links/preview-access.server.ts';

export { ErrorBoundary, links } from './entrance.layout.tsx';

/** Starts a preview by link. Not covered by maintenance. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  markPrivate(context);
  const tokenHash = hashToken(params.token!);
  const link = await findPreviewLink(entityManager(context), tokenHash);
  if (!link) return data(null, { status: 410, headers: KEY_IN_ADDRESS });
  throw redirect(paths.home, {
    status: 303,
    headers: { ...KEY_IN_ADDRESS, 'Set-Cookie': await previewCookie(context.app, tokenHash, link.endsAt) },
  });
}

export const meta = adminMeta('This Link No Longer Works');

export default function DeadPreviewLinkPage() {
  return (
    <Entrance title="This Link No Longer Works">
      <p className="mt-4">It was taken back, or its time is over. Ask whoever gave it to you for a new one.</p>
      <EntranceLink to={paths.home}>Go to the site</EntranceLink>
    </Entrance>
  );
}
