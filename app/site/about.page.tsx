import { useLoaderData } from '@remix-run/react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { CompanyDocuments } from '#app/content/documents/company-documents.tsx';
import { publicDocuments } from '#app/content/documents/documents.server.ts';
import { EditTexts } from '#app/content/texts/on-the-page/text-links.tsx';
import { requirePageOpen, textsToShow } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { paths } from '../paths.ts';
import { Approach, Director, Mission, Proof, Values } from './about-parts.tsx';
import { SectionHeading } from '../ui/site/section-heading.tsx';
import { Html } from '../ui/site/html.tsx';
import { Closing } from '../ui/site/closing.tsx';
import { listItems } from '../content/texts/list-items.ts';
import { HookDrawing } from '../ui/site/drawings/hook-drawing.tsx';
import { PageBand } from '../ui/site/page-band.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';

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
      <PageBand title={texts.heading ?? ''} intro={texts.intro} drawing={<HookDrawing />} />
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
