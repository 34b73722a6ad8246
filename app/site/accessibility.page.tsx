import type { LoaderFunctionArgs } from '@remix-run/node';
import { requirePageOpen } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { SlingDrawing } from '../ui/site/drawings/sling-drawing.tsx';
import { PageBand } from '../ui/site/page-band.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';
import { useFooter } from '../ui/site/use-footer.ts';
import { accessibility } from './accessibility.ts';
import { AskUs, Parts } from './legal-parts.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return null;
}

export const meta = pageMeta(pageFacts.accessibility);

export default function AccessibilityPage() {
  const { company_name: company } = useFooter();
  return (
    <>
      <PageBand
        title="Accessibility"
        intro="What we did so that everybody can use this site, and how to tell us where we fell short."
        drawing={<SlingDrawing />}
      />
      <div className="wrap section">
        <div className="-mt-10 max-w-[43em]">
          <Parts parts={accessibility} level="h2" />
          <AskUs heading="Is something in your way?">
            Tell {company} which page it was and what happened, or ask for what you need in another format
          </AskUs>
        </div>
      </div>
    </>
  );
}
