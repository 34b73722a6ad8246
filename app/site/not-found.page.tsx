import { useEffect } from 'react';
import { useLoaderData, useLocation } from '@remix-run/react';
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { env } from '#app/env.server.ts';
import { ownPath } from '#app/http/replies.server.ts';
import { openSite } from '#app/maintenance/open-site.server.ts';
import { paths } from '../paths.ts';
import { NotFound } from './not-found.tsx';
import { pageMeta } from './page-meta.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  await openSite();
  return data({ backTo: ownPath(request.headers.get('referer'), env().appUrl, paths.home) }, { status: 404 });
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
  const { pathname } = useLocation();
  useEffect(() => {
    // eslint-disable-next-line no-console -- specified: the missing path is logged to the console
    console.error('404: no page at', pathname);
  }, [pathname]);
  return <NotFound backTo={backTo} />;
}
