import { useLoaderData } from '@remix-run/react';
import { requirePageOpen } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { ownPath } from '#app/http/addresses.server.ts';
import { paths } from '../paths.ts';
import { NotFound } from './errors/not-found.tsx';
import { pageMeta } from '../ui/site/page-meta.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return data({ backTo: ownPath(request.headers.get('referer'), context.app.env.appUrl, paths.home) }, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = ({ matches, location }) =>
  pageMeta({
    matches,
    path: location.pathname,
    title: 'Page Not Found',
    description: 'This page may have been moved or does not exist.',
    hidden: true,
  });

/** Any address that nothing else answers. */
export default function NotFoundPage() {
  const { backTo } = useLoaderData<typeof loader>();
  return <NotFound backTo={backTo} />;
}
