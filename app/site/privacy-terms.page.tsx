import type { LoaderFunctionArgs } from '@remix-run/node';
import { requirePageOpen } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { paths } from '../paths.ts';
import { mailHref, telephoneHref } from '../ui/contact-links.ts';
import { SlingDrawing } from '../ui/site/drawings/sling-drawing.tsx';
import { PageBand } from '../ui/site/page-band.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';
import { privacy, terms, type LegalPart } from './privacy-terms.ts';
import { useFooter } from '../ui/site/use-footer.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return null;
}

export const meta = pageMeta(pageFacts.privacyTerms);

export default function PrivacyTermsPage() {
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
            {[...privacy, ...terms].map(({ id, heading }) => (
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
          <Parts parts={privacy} />
          <h2 className="h2 mt-16">Terms of Use</h2>
          <Parts parts={terms} />
          <Questions />
        </div>
      </div>
    </>
  );
}

function Parts({ parts }: { parts: LegalPart[] }) {
  return parts.map(({ id, heading, text, points }) => (
    <section key={id} id={id} aria-labelledby={`${id}-heading`} className="mt-10">
      <h3 id={`${id}-heading`} className="h3">
        {heading}
      </h3>
      <p className="mt-3">{text}</p>
      {points && (
        <ul className="mt-4 grid list-['–__'] gap-3 pl-6">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      )}
    </section>
  ));
}

function Questions() {
  const { company_name: company, phone_1: phone = '', email = '' } = useFooter();
  return (
    <section aria-labelledby="questions" className="card bg-surface mt-16 p-7">
      <h2 id="questions" className="h3">
        Questions about privacy or these terms
      </h2>
      <p className="mt-2">
        Ask {company}: telephone{' '}
        <a href={telephoneHref(phone)} className="link inline-block">
          {phone}
        </a>
        , email{' '}
        <a href={mailHref(email)} className="link">
          {email}
        </a>
        , or use the{' '}
        <a href={paths.contactForm} className="link">
          contact form
        </a>
        .
      </p>
    </section>
  );
}
