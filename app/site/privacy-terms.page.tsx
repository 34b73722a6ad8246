import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requirePageOpen } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { SlingDrawing } from '../ui/site/drawings/sling-drawing.tsx';
import { PageBand } from '../ui/site/page-band.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';
import { useFooter } from '../ui/site/use-footer.ts';
import { AskUs, Parts } from './legal-parts.tsx';
import { counting, privacy, terms } from './privacy-terms.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return { isCounted: Boolean(context.app.env.TAG_MANAGER_ID) };
}

export const meta = pageMeta(pageFacts.privacyTerms);

export default function PrivacyTermsPage() {
  const { isCounted } = useLoaderData<typeof loader>();
  const { company_name: company } = useFooter();
  const policy = isCounted ? [...privacy, counting] : privacy;
  return (
    <>
      <PageBand
        title="Privacy & Terms"
        intro="What we do with your data, and the terms on which you use this site."
        drawing={<SlingDrawing />}
      />
      <div className="wrap section grid gap-10 lg:grid-cols-[1fr_3fr] lg:gap-16">
        <nav aria-label="On this page" className="lg:sticky lg:top-32 lg:self-start print:hidden">
          <ol className="cells">
            {[...policy, ...terms].map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`} className="hover:bg-surface block px-4 py-2.5 text-[0.9375rem]">
                  {heading}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="max-w-[43em]">
          <h2 className="h2">Privacy Policy</h2>
          <div className="dim mt-4" aria-hidden />
          <Parts parts={policy} />
          {isCounted ? <div id="tag-consent" className="mt-4" /> : null}
          <h2 className="h2 mt-16">Terms of Use</h2>
          <Parts parts={terms} />
          <AskUs heading="Questions about privacy or these terms">Ask {company}</AskUs>
        </div>
      </div>
    </>
  );
}
