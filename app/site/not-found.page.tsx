import { useLoaderData } from '@remix-run/react';
import { requirePageOpen } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { ownPath } from '#app/http/addresses.server.ts';
import { paths } from '../paths.ts';
import { Gone, goneMeta, missingMeta, NotFound } from '../ui/site/not-found.tsx';

/** Also the page for what is gone, whatever its address was. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  if (new URL(request.url).pathname === paths.gone) return data({ backTo: null }, { status: 410 });
  return data({ backTo: ownPath(request.headers.get('referer'), context.app.env.appUrl, paths.home) }, { status: 404 });
}

export const meta: MetaFunction<typeof loader> = (args) => (args.data?.backTo === null ? goneMeta : missingMeta)(args);

export default function NotFoundPage() {
  const { backTo } = useLoaderData<typeof loader>();
  return backTo === null ? <Gone /> : <NotFound backTo={backTo} />;
}
