import { renderToStaticMarkup } from 'react-dom/server';
import { useLoaderData } from '@remix-run/react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { ArrowRightIcon } from '@heroicons/react/24/outline';
import { areCards, PublicList } from '#app/content/services/public-list.tsx';
import { publicServices } from '#app/content/services/services.server.ts';
import { EditTexts } from '#app/content/texts/on-the-page/text-links.tsx';
import { requirePageOpen, textsToShow } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { paths } from '../../paths.ts';
import { BackLink, Closing, Html, LinedPoints, SectionHeading, titledTexts } from '../../ui/site/page-parts.tsx';
import radius from '../../ui/site/drawings/radius.svg?raw';
import { PageBand } from '../../ui/site/page-band.tsx';
import { listItems } from '../texts/list-items.tsx';
import { ServiceIcon } from './service-icon.tsx';
import { pageFacts } from '../../ui/site/page-facts.ts';
import { pageMeta, servicesData } from '../../ui/site/page-meta.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return {
    texts: await textsToShow(context, request, 'services'),
    // Drawn here: as components all thirty icons would come with the page's script.
    services: publicServices(context.app).map((service) => ({
      ...service,
      drawing: renderToStaticMarkup(<ServiceIcon name={service.icon} />),
    })),
  };
}

export const meta = pageMeta({
  ...pageFacts.services,
  structured: (site, loaded: Awaited<ReturnType<typeof loader>> | undefined) => [
    servicesData(site, loaded?.services ?? []),
  ],
});

export default function ServicesPage() {
  const { texts, services } = useLoaderData<typeof loader>();
  return (
    <>
      <EditTexts of={['services.top']} />
      <PageBand
        title={texts.heading ?? ''}
        intro={texts.intro}
        drawing={radius}
        back={<BackLink to={paths.home}>Back to Home</BackLink>}
      />
      <EditTexts of={['services.unsure']} />
      <section aria-label={texts.heading} className="wrap section">
        <div className="grid gap-6 md:grid-cols-2 lg:grid-cols-3">
          <PublicList services={services} />
          <Unsure texts={texts} services={areCards(services) ? services.length : 0} />
        </div>
      </section>
      <EditTexts of={['services.benefits']} />
      <section aria-labelledby="benefits" className="border-border bg-surface border-t">
        <div className="wrap section">
          <SectionHeading id="benefits">{texts.benefits_heading}</SectionHeading>
          <LinedPoints
            points={titledTexts(texts, 'benefit', 4)}
            className="gap-x-8 gap-y-9 sm:grid-cols-2 lg:grid-cols-4"
          />
        </div>
      </section>
      <EditTexts of={['services.lift_planning']} />
      <LiftPlanning texts={texts} />
      <EditTexts of={['services.closing']} />
      <Closing
        heading={texts.cta_heading}
        text={texts.cta_text}
        buttons={{ [paths.contact]: texts.quote_button, [paths.portfolio]: texts.work_button }}
      />
    </>
  );
}

const restOfRow = ['lg:col-span-3', 'lg:col-span-2', 'lg:col-span-1'];

/** Fills the rest of the last row, or a row of its own. `services` is their number. */
function Unsure({ texts, services }: { texts: Record<string, string>; services: number }) {
  return (
    <aside
      aria-labelledby="unsure"
      className={`blueprint on-dark flex flex-col items-start justify-center p-7 lg:p-10 print:hidden ${services % 2 ? '' : 'md:max-lg:col-span-2'} ${restOfRow[services % 3]}`}
    >
      <h2 id="unsure" className="h3 text-white">
        {texts.unsure_heading}
      </h2>
      <p className="mt-3 max-w-[30em] text-mist-100">{texts.unsure_text}</p>
      <a href={paths.contactForm} className="link mt-5 inline-flex items-center gap-2 py-1 font-semibold">
        {texts.unsure_button}
        <ArrowRightIcon aria-hidden className="size-4" />
      </a>
    </aside>
  );
}

function LiftPlanning({ texts }: { texts: Record<string, string> }) {
  return (
    <section aria-labelledby="lift-planning" className="wrap section">
      <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-16">
        <div>
          <SectionHeading id="lift-planning">{texts.lift_planning_heading}</SectionHeading>
          <Html className="mt-6">{texts.lift_planning_text}</Html>
          <a
            href={paths.liftPlanning}
            className="link mt-6 inline-flex items-center gap-2 py-1 font-semibold print:hidden"
          >
            {texts.lift_planning_button}
            <ArrowRightIcon aria-hidden className="size-4" />
          </a>
        </div>
        <ol className="cells">
          {listItems(texts.lift_planning_points).map((point, index) => (
            <li key={point} className="font-display flex items-center gap-5 px-5 py-4 font-semibold">
              <span aria-hidden className="balloon">
                {index + 1}
              </span>
              {point}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
