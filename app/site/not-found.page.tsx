import { useLoaderData } from '@remix-run/react';
import { requirePageOpen } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { ownPath } from '#app/http/addresses.server.ts';
import { paths } from '../paths.ts';
import { missingMeta, NotFound } from '../ui/site/not-found.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return data({ backTo: ownPath(request.headers.get('referer'), context.app.env.appUrl, paths.home) }, { status: 404 });
}

export const meta = missingMeta;

export default function NotFoundPage() {
  const { backTo } = useLoaderData<typeof loader>();
  return <NotFound backTo={backTo} />;
}
