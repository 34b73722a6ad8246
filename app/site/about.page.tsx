import { useLoaderData } from '@remix-run/react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { CompanyDocuments } from '#app/content/documents/company-documents.tsx';
import { publicDocuments } from '#app/content/documents/documents.server.ts';
import { EditTexts } from '#app/content/texts/on-the-page/text-links.tsx';
import { requirePageOpen, textsToShow } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { paths } from '../paths.ts';
import { Closing, Html, LinedPoints, SectionHeading, titledTexts } from '../ui/site/page-parts.tsx';
import { listItems, ListItems } from '../content/texts/list-items.tsx';
import hook from '../ui/site/drawings/hook.svg?raw';
import { PageBand } from '../ui/site/page-band.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';
import { findPicture, makeSizes } from '#app/content/pictures/picture.ts';
import { ShownPicture } from '#app/content/pictures/shown-picture.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  const documents = publicDocuments(context.app);
  const asked = new URL(request.url).searchParams.get('document');
  const openDocument = documents.find(({ id }) => String(id) === asked) ?? null;
  return { texts: await textsToShow(context, request, 'about'), documents, openDocument };
}

export const meta = pageMeta(pageFacts.about);

export default function AboutPage() {
  const { texts, documents, openDocument } = useLoaderData<typeof loader>();
  return (
    <>
      <EditTexts of={['about.top']} />
      <PageBand title={texts.heading ?? ''} intro={texts.intro} drawing={hook} />
      <EditTexts of={['about.who']} />
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
      <EditTexts of={['about.mission']} />
      <Mission texts={texts} />
      <EditTexts of={['about.values']} />
      <Values texts={texts} />
      <EditTexts of={['about.director']} />
      <Director texts={texts} />
      <EditTexts of={['about.proof']} />
      <Proof texts={texts} />
      <EditTexts of={['about.approach']} />
      <Approach texts={texts} />
      <EditTexts of={['about.documents']} />
      <CompanyDocuments texts={texts} documents={documents} openDocument={openDocument} />
      <EditTexts of={['about.closing']} />
      <Closing
        heading={texts.cta_heading}
        text={texts.cta_text}
        buttons={{ [paths.contact]: texts.cta_contact_button, [paths.services]: texts.cta_services_button }}
      />
    </>
  );
}

interface TextsProps {
  texts: Record<string, string>;
}

function Mission({ texts }: TextsProps) {
  return (
    <section aria-labelledby="mission" className="blueprint on-dark">
      <div className="wrap section">
        <h2 id="mission" className="eyebrow text-steel-300">
          {texts.mission_heading}
        </h2>
        <p className="font-display mt-5 max-w-[19em] text-[clamp(1.5rem,1rem+2.2vw,2.7rem)] leading-[1.25] font-semibold text-balance text-white">
          {texts.mission_text}
        </p>
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
              <p className="text-muted mt-2 max-w-[30em]">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Director({ texts }: TextsProps) {
  const portrait = findPicture(texts.director_portrait);
  return (
    <section aria-labelledby="director" className="shown-whole border-border bg-surface border-y">
      <div className="wrap section grid items-center gap-10 md:grid-cols-[minmax(0,20rem)_1fr] lg:gap-20">
        <figure className="border-border after:border-control relative isolate max-w-80 border after:absolute after:-top-3 after:right-3 after:bottom-3 after:-left-3 after:-z-1 after:border print:after:hidden">
          {portrait ? (
            <ShownPicture picture={portrait} sizes={makeSizes('20rem')} className="aspect-[4/5] w-full object-cover" />
          ) : (
            <img src="/director-placeholder.svg" alt="" width="800" height="1000" loading="lazy" className="w-full" />
          )}
        </figure>
        <div>
          <SectionHeading id="director">{texts.director_heading}</SectionHeading>
          {texts.director_name ? (
            <p className="h3 font-display mt-6 font-semibold">
              {texts.director_name}
              {texts.director_letters ? <span className="text-muted">, {texts.director_letters}</span> : null}
            </p>
          ) : null}
          <Html className="mt-6">{texts.director_text}</Html>
          <ul className="ticked mt-6">
            <ListItems of={texts.director_points} />
          </ul>
        </div>
      </div>
    </section>
  );
}

const proofs = {
  proof_registration: 'Company registration',
  proof_qualifications: 'Qualifications',
  proof_insurance: 'Insurance',
  proof_standards: 'Standards we work to',
};

/** What clients ask vendors for. Empty texts show nothing. */
function Proof({ texts }: TextsProps) {
  const given = Object.entries(proofs).filter(([key]) => texts[key]);
  if (!given.length) return null;
  return (
    <section aria-labelledby="proof" className="wrap section">
      <SectionHeading id="proof">{texts.proof_heading}</SectionHeading>
      <dl className="cells mt-10 md:grid-cols-2">
        {given.map(([key, name]) => (
          <div key={key} className="p-5 lg:p-6">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="mt-1 font-semibold wrap-anywhere whitespace-pre-line">{texts[key]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Approach({ texts }: TextsProps) {
  return (
    <section aria-labelledby="approach" className="wrap section">
      <SectionHeading id="approach">{texts.approach_heading}</SectionHeading>
      <LinedPoints points={titledTexts(texts, 'approach', 3)} className="gap-6 md:grid-cols-3 lg:gap-8" />
    </section>
  );
}
