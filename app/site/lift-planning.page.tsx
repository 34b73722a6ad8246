import { useLoaderData } from '@remix-run/react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { EditTexts } from '#app/content/texts/on-the-page/text-links.tsx';
import { requirePageOpen, textsToShow } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { paths } from '../paths.ts';
import plan from '../ui/site/drawings/plan.svg?raw';
import { PageBand } from '../ui/site/page-band.tsx';
import { BackLink, Closing, SectionHeading, titledTexts } from '../ui/site/page-parts.tsx';
import { ListItems } from '../content/texts/list-items.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return { texts: await textsToShow(context, request, 'services') };
}

const above = [['Services', paths.services]] as const;
export const meta = pageMeta({ ...pageFacts.liftPlanning, above });

export default function LiftPlanningPage() {
  const { texts } = useLoaderData<typeof loader>();
  return (
    <>
      <EditTexts of={['services.plans_top']} />
      <PageBand
        title={texts.plans_heading ?? ''}
        intro={texts.plans_intro}
        above={above}
        drawing={plan}
        back={<BackLink to={paths.services}>Back to Services</BackLink>}
      />
      <EditTexts of={['services.plans_why']} />
      <section aria-labelledby="why-plans" className="wrap section">
        <div className="grid gap-8 lg:grid-cols-[2fr_3fr] lg:gap-16">
          <SectionHeading id="why-plans">{texts.plans_why_heading}</SectionHeading>
          <p className="lead max-w-[38em]">{texts.plans_why_text}</p>
        </div>
        <figure className="mt-12 lg:mt-16">
          <img
            src="/lift-plan.svg"
            width="1600"
            height="900"
            alt="Drawing of a lift plan: crane elevation with boom angles and radii, plan view with slew path and exclusion zone, sling angle and a table for load, radius, capacity and utilisation"
            className="border-border w-full border print:max-w-[10cm]"
          />
          <figcaption className="text-muted mt-3 text-sm">{texts.plans_caption}</figcaption>
        </figure>
      </section>
      <EditTexts of={['services.plans_reasons']} />
      <div className="border-border bg-surface border-t">
        <ol className="wrap divide-border divide-y">
          {titledTexts(texts, 'plans', 3).map(({ title, text, points }, index) => (
            <li key={title} className="grid gap-6 py-12 lg:grid-cols-[2fr_3fr_2fr] lg:gap-12 lg:py-16">
              <div className="flex items-center gap-5 self-start">
                <span aria-hidden className="balloon">
                  {index + 1}
                </span>
                <h2 className="h2">{title}</h2>
              </div>
              <p className="max-w-[38em]">{text}</p>
              <ul className="ticked font-display self-start font-semibold">
                <ListItems of={points} />
              </ul>
            </li>
          ))}
        </ol>
      </div>
      <EditTexts of={['services.plans_closing']} />
      <Closing
        heading={texts.plans_cta_heading}
        text={texts.plans_cta_text}
        buttons={{ [paths.contact]: texts.plans_contact_button, [paths.services]: texts.plans_services_button }}
      />
    </>
  );
}
