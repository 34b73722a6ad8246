import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { requirePageOpen } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import sling from '../ui/site/drawings/sling.svg?raw';
import { PageBand } from '../ui/site/page-band.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';
import { useFooter } from '../ui/site/use-footer.ts';
import { AskUs, Parts, type LegalPart } from './legal-parts.tsx';

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
        drawing={sling}
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

const privacy: LegalPart[] = [
  {
    id: 'information-we-collect',
    heading: 'Information We Collect',
    text: 'We collect what you give us when you use the contact form, call us or email us. The contact form asks for:',
    points: [
      'your name, email address, subject and message',
      'if you choose to give them: company name, telephone number, kind of service, how you prefer to be contacted, and drawings and photos',
      'your consent for us to store and use these details to answer you',
    ],
  },
  {
    id: 'how-we-use-information',
    heading: 'How We Use Information',
    text: 'We use your details to answer your enquiry, to prepare and carry out the services you ask for, and to keep the records that the law requires of us. The site sets cookies of its own for visitors: the theme you chose and, for two minutes after you send an enquiry, its reference and the names of files that could not be kept. What you type into the contact form is kept in your own browser until you send it or close the page.',
  },
  {
    id: 'sharing',
    heading: 'Information Sharing',
    text: 'We do not sell your data, and we do not rent or trade it. We share it only with providers who run this site and its email for us and may use it for nothing else, and with authorities when the law obliges us to.',
  },
  {
    id: 'security',
    heading: 'Data Security',
    text: 'Enquiries, and the files that come with them, are kept where only authorised staff can read them. Staff accounts are protected by passwords that are stored as hashes, and every change to the data is checked on the server. No method of storage is perfect; should a breach put your data at risk, we will tell you.',
  },
  {
    id: 'your-rights',
    heading: 'Your Rights',
    text: 'You may, at any time and at no cost:',
    points: [
      'ask for access to the data we hold about you',
      'have mistakes in your data corrected',
      'have your data deleted',
      'opt out of marketing',
      'lodge a complaint with the data protection authority',
    ],
  },
];

/** Where there is a tag manager. Its address is in `paths`. */
const counting: LegalPart = {
  id: 'counting-visits',
  heading: 'Counting Visits',
  text: 'Google Tag Manager and Google Analytics may count visits to this site for us, but only in the browser of a visitor who said yes. Google then gets your internet address and the pages that you open here, and may set cookies. Before you say yes, after you said no, and in a browser without JavaScript, nothing of it is loaded and nothing is sent. Your answer is kept in a cookie of this site for a year. With JavaScript you can change it here; after a no, the cookies of Google Analytics are deleted, too.',
};

const terms: LegalPart[] = [
  {
    id: 'acceptance',
    heading: 'Acceptance of Terms',
    text: 'By using this site you accept these terms. If you do not agree with them, please do not use the site.',
  },
  {
    id: 'use-licence',
    heading: 'Use Licence',
    text: 'You may view the pages and documents of this site and keep or print copies for your own use or to evaluate our services. You may not change them, sell them, present them as your own, or remove ownership notices.',
  },
  {
    id: 'service-disclaimer',
    heading: 'Service Disclaimer',
    text: 'What you read here is general information. It is not a lift plan, not engineering advice and not a substitute for either: a professional assessment of the load, the gear, the place and the people is required before any lifting operation. Drawings and pictures on this site are illustrations, not rated data.',
  },
  {
    id: 'limitations',
    heading: 'Limitations',
    text: 'We keep this site accurate to the best of our knowledge, but we do not guarantee that it is complete, current or always available. As far as the law permits, we are not liable for loss or damage that results from relying on its contents without a professional assessment.',
  },
  {
    id: 'governing-law',
    heading: 'Governing Law',
    text: 'These terms are governed by the law of Trinidad & Tobago, whose courts decide any dispute about them.',
  },
];
