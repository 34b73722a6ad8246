import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { requireSiteOpen } from '#app/maintenance/require-site-open.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { paths } from '../paths.ts';
import { BackLink } from './back-link.tsx';
import { Closing } from './closing.tsx';
import { PlanDrawing } from './plan-drawing.tsx';
import { PageBand } from './page-band.tsx';
import { pageMeta } from './page-meta.ts';
import { SectionHeading } from './section-heading.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSiteOpen(context, request);
  return null;
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    path: paths.liftPlanning,
    title: 'Lift Planning',
    description:
      'Why lift plans matter: what a plan settles before the load leaves the ground, for safety, precision and efficiency.',
    trail: [
      ['Services', paths.services],
      ['Lift Planning', paths.liftPlanning],
    ],
  });

const reasons = [
  {
    title: 'Safety',
    text: 'Most things that go wrong in the air were decided on the ground: a weight taken from memory, a sling angle nobody worked out, ground that gave way. A plan settles these questions at a desk, where a wrong answer hurts nobody. It says who stands where, what signals are used, and when everyone stops.',
    settles: [
      'Exclusion zone and escape routes',
      'Wind, visibility and other stop conditions',
      'Who directs, who signals, who watches',
    ],
  },
  {
    title: 'Precision',
    text: 'A crane’s capacity changes with every metre of radius. The plan fixes load, centre of gravity, radius and boom angle, and follows the load along its whole path, past every pipe rack and power line. Clearance is a figure on a drawing, not a hope.',
    settles: [
      'Weight with rigging, hook block and margin',
      'Radius and utilisation at the worst point',
      'Clearances along the path of the load',
    ],
  },
  {
    title: 'Efficiency',
    text: 'A crane on hire costs the same whether it lifts or waits. When the rigging is laid out in order, the mats are down and the crew has walked through the sequence, the lift itself is the shortest part of the day, and it happens once.',
    settles: [
      'The right crane, not the largest',
      'Rigging list, ready before the crane is',
      'A sequence that everyone has walked through',
    ],
  },
];

export default function LiftPlanningPage() {
  return (
    <>
      <PageBand
        title="Lift Planning"
        intro="The safest lift is one that has already happened on paper."
        above={[['Services', paths.services]]}
        drawing={<PlanDrawing />}
        back={<BackLink to={paths.services}>Back to Services</BackLink>}
      />
      <section aria-labelledby="why-plans" className="wrap section">
        <div className="grid gap-8 lg:grid-cols-[2fr_3fr] lg:gap-16">
          <SectionHeading id="why-plans">Why Lift Plans Matter</SectionHeading>
          <p className="lead max-w-[38em]">
            Every lift is a chain of assumptions: about the load, the ground, the gear, the weather and the people. A
            lift plan writes each one down, checks it, and gives it to everybody who depends on it. That is all it is,
            and it is why a planned lift is uneventful to watch.
          </p>
        </div>
        <figure className="mt-12 lg:mt-16">
          <img
            src="/lift-plan.svg"
            width="1600"
            height="900"
            alt="Drawing of a lift plan: crane elevation with boom angles and radii, plan view with slew path and exclusion zone, sling angle and a table for load, radius, capacity and utilisation"
            className="border-border w-full border"
          />
          <figcaption className="text-muted mt-3 text-sm">
            The parts of a lift plan: elevation, plan view, sling detail and load table. Illustration, not rated data.
          </figcaption>
        </figure>
      </section>
      <div className="border-border bg-surface border-t">
        <ol className="wrap divide-border divide-y">
          {reasons.map(({ title, text, settles }, index) => (
            <li key={title} className="grid gap-6 py-12 lg:grid-cols-[2fr_3fr_2fr] lg:gap-12 lg:py-16">
              <div className="flex items-center gap-5 self-start">
                <span aria-hidden className="balloon">
                  {index + 1}
                </span>
                <h2 className="h2">{title}</h2>
              </div>
              <p className="max-w-[38em]">{text}</p>
              <ul className="ticked font-display self-start font-semibold">
                {settles.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </div>
      <Closing
        heading="Have a lift that needs a plan?"
        text="Or a plan that needs a second pair of eyes? We answer within 24 hours."
      >
        <ButtonLink href={paths.contact} look="primary">
          Get Started
        </ButtonLink>
        <ButtonLink href={paths.services} look="light">
          All Services
        </ButtonLink>
      </Closing>
    </>
  );
}
