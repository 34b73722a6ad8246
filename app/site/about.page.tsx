import { useLoaderData } from '@remix-run/react';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { CompanyDocuments } from '#app/documents/company-documents.tsx';
import { knownDocuments } from '#app/documents/documents.server.ts';
import { openSite } from '#app/maintenance/open-site.server.ts';
import { pageTexts } from '#app/page-content/page-content.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { paths } from '../paths.ts';
import { Closing } from './closing.tsx';
import { listItems } from './contact-links.ts';
import { titledTexts } from './numbered-points.tsx';
import { PageBand } from './page-band.tsx';
import { pageMeta } from './page-meta.ts';
import { SectionHeading } from './section-heading.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await openSite();
  const documents = knownDocuments();
  const asked = new URL(request.url).searchParams.get('document');
  const openDocument = documents.find(({ id }) => String(id) === asked) ?? null;
  return { texts: pageTexts('about'), documents, openDocument };
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    path: paths.about,
    title: 'About Us',
    description:
      'An independent rigging and lifting safety consultancy from Trinidad & Tobago, registered in March 2020: who we are, our mission, values and approach.',
    trail: [['About Us', paths.about]],
  });

export default function AboutPage() {
  const { texts, documents, openDocument } = useLoaderData<typeof loader>();
  return (
    <>
      <PageBand title={texts.heading ?? ''} intro={texts.intro} drawing="hook" />
      <section aria-labelledby="who" className="wrap section grid gap-10 lg:grid-cols-[3fr_2fr] lg:gap-20">
        <div>
          <SectionHeading id="who">{texts.who_heading}</SectionHeading>
          <Html className="lead mt-6">{texts.who_text}</Html>
        </div>
        <ul className="cells self-start lg:mt-2">
          {listItems(texts.who_points).map((point) => (
            <li key={point} className="font-display px-5 py-4 font-semibold">
              {point}
            </li>
          ))}
        </ul>
      </section>
      <Mission texts={texts} />
      <Values texts={texts} />
      <Director texts={texts} />
      <Approach texts={texts} />
      <CompanyDocuments
        heading={texts.documents_heading ?? ''}
        intro={texts.documents_intro ?? ''}
        documents={documents}
        openDocument={openDocument}
      />
      <Closing heading={texts.cta_heading} text={texts.cta_text}>
        <ButtonLink to={paths.contact} look="primary">
          {texts.cta_contact_button}
        </ButtonLink>
        <ButtonLink to={paths.services} look="light">
          {texts.cta_services_button}
        </ButtonLink>
      </Closing>
    </>
  );
}

interface TextsProps {
  texts: Record<string, string>;
}

/** A text of type `html`; the loader's texts are sanitised. */
function Html({ children, className }: { children: string | undefined; className: string }) {
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: children ?? '' }} />;
}

function Mission({ texts }: TextsProps) {
  return (
    <section aria-labelledby="mission" className="blueprint on-dark">
      <div className="wrap section">
        <h2 id="mission" className="eyebrow text-steel-300">
          {texts.mission_heading}
        </h2>
        <p className="mission mt-5 text-white">{texts.mission_text}</p>
      </div>
    </section>
  );
}

function Values({ texts }: TextsProps) {
  return (
    <section aria-labelledby="values" className="wrap section">
      <SectionHeading id="values">{texts.values_heading}</SectionHeading>
      <ol className="cells mt-10 md:grid-cols-2">
        {titledTexts(texts, 'value', 4).map(({ title, text }, index) => (
          <li key={title} className="flex gap-4 p-5 sm:gap-5 sm:p-6 lg:p-9">
            <span aria-hidden className="balloon">
              {index + 1}
            </span>
            <div>
              <h3 className="h3 pt-2.5">{title}</h3>
              <p className="text-muted mt-2 max-w-[48ch]">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Director({ texts }: TextsProps) {
  return (
    <section aria-labelledby="director" className="border-border bg-surface border-y">
      <div className="wrap section grid items-center gap-10 md:grid-cols-[minmax(0,20rem)_1fr] lg:gap-20">
        <figure className="portrait max-w-80">
          <img src="/director-placeholder.svg" alt="" width="800" height="1000" loading="lazy" className="w-full" />
        </figure>
        <div>
          <SectionHeading id="director">{texts.director_heading}</SectionHeading>
          <Html className="mt-6">{texts.director_text}</Html>
          <ul className="ticked mt-6">
            {listItems(texts.director_points).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

function Approach({ texts }: TextsProps) {
  return (
    <section aria-labelledby="approach" className="wrap section">
      <SectionHeading id="approach">{texts.approach_heading}</SectionHeading>
      <ul className="mt-10 grid gap-6 md:grid-cols-3 lg:gap-8">
        {titledTexts(texts, 'approach', 3).map(({ title, text }) => (
          <li key={title} className="border-text border-t-2 pt-5">
            <h3 className="h3">{title}</h3>
            <p className="text-muted mt-2">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
