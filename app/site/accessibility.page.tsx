import type { LoaderFunctionArgs } from '@remix-run/node';
import { requirePageOpen } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import sling from '../ui/site/drawings/sling.svg?raw';
import { PageBand } from '../ui/site/page-band.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';
import { useFooter } from '../ui/site/use-footer.ts';
import { AskUs, Parts, type LegalPart } from './legal-parts.tsx';

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
        drawing={sling}
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

/** Only what the tests of this site hold to. */
const accessibility: LegalPart[] = [
  {
    id: 'aim',
    heading: 'What We Aim For',
    text: 'Whoever has a lift to plan should be able to read this site and reach us, whatever their eyes, ears, hands or device. The measure we work to is the Web Content Accessibility Guidelines (WCAG) 2.1, level AA.',
  },
  {
    id: 'done',
    heading: 'What Was Done',
    text: 'On the public pages, the contact form among them:',
    points: [
      'Everything can be reached and used with the keyboard alone, and it shows where you are.',
      'Pages have headings, landmarks, labels and descriptions for screen readers, and a first link past the menu.',
      'Mistakes in the contact form are named in words, in a summary and at the field, and nothing you typed is lost.',
      'There is a light and a dark theme, both with enough contrast. Colour is never the only sign.',
      'Pages fit a narrow screen without scrolling sideways, and take larger type and wider spacing.',
      'The pictures of the home page can be paused, and stand still where your device asks for less motion.',
      'Every page can be read, and the form sent, without JavaScript.',
    ],
  },
  {
    id: 'checked',
    heading: 'How It Is Checked',
    text: 'Each change to the software of this site is tested first: in both themes by axe, a program that looks for breaches of WCAG 2.1 AA, and by tests that use the pages with the keyboard. A program finds only part of what can be wrong. Nobody from outside has audited this site.',
  },
  {
    id: 'limits',
    heading: 'What May Be in the Way',
    text: 'Company documents are PDF files, shown as they were made: some may not be readable by a screen reader. Drawings and pictures are described in short; the words beside them say what matters. Pages of others that we link to are not ours to mend.',
  },
];
