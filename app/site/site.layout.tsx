import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, type ShouldRevalidateFunctionArgs } from '@remix-run/react';
import { log } from '#app/http/log.server.ts';
import { Previewed } from '#app/content/texts/on-the-page/preview-strip.tsx';
import { findEditing } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { requirePageOpen, findPreview, textsToShow } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { findFound } from '#app/content/texts/page-content.server.ts';
import { isFoundText } from '#app/content/texts/found.ts';
import { findStaff } from '#app/accounts/guards.server.ts';
import { localYear } from '#app/time/dates.ts';
import { paths } from '../paths.ts';
import { reaches } from '../accounts/staff.schema.ts';
import { SiteShell } from './frame/site-shell.tsx';

/** The root's loader does not run for a failed form where the root itself shows the failure. */
export { RouteError as ErrorBoundary } from './errors/route-error.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  // Queries only with a session cookie, and then the answer is never cached.
  const staff = await findStaff(context, request).catch((error: unknown) => {
    log.warn({ requestId: context.requestId, err: error }, 'role could not be read');
    return null;
  });
  const isAdmin = reaches(staff?.role, 'admin');
  const isLooking = await requirePageOpen(context, request, { isAdmin });
  const preview = await findPreview(context, request);
  const editing = preview ? null : await findEditing(context, request);
  const footer = Object.entries(await textsToShow(context, request, 'footer'));
  const found = findFound(context.app, new URL(request.url).pathname);
  return {
    footer: Object.fromEntries(footer.filter(([key]) => !isFoundText(key))), // search texts would be sent to the browser as data
    year: localYear(new Date()),
    isAdmin,
    tagManagerId: context.app.env.TAG_MANAGER_ID ?? null,
    ...(found ? { found } : {}),
    ...(editing ? { editing } : {}),
    ...(preview ? { preview: { editor: preview.editor, save: preview.save, section: preview.section } } : {}),
    ...(isLooking ? { isLooking } : {}),
  };
}

/** As in `root.tsx`. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  [currentUrl, nextUrl].every(({ pathname }) => pathname === paths.contactForm) ? false : defaultShouldRevalidate;

export default function SiteLayout() {
  const { preview, ...shell } = useLoaderData<typeof loader>();
  const page = (
    <SiteShell {...shell}>
      <Outlet />
    </SiteShell>
  );
  return preview ? <Previewed {...preview}>{page}</Previewed> : page;
}
