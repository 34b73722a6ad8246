import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { requireSiteOpen } from '#app/maintenance/require-site-open.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { paths } from '../paths.ts';
import { BackLink } from './back-link.tsx';
import { Closing } from './closing.tsx';
import { RadiusDrawing } from './radius-drawing.tsx';
import { PageBand } from './page-band.tsx';
import { pageMeta } from './page-meta.ts';
import { pictures } from './pictures.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireSiteOpen(context, request);
  return null;
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    path: paths.portfolio,
    title: 'Our Work',
    description:
      'The kinds of lift we plan, supervise and review: construction, offshore, petrochemical, port work and rigging gear, and what each of them depends on.',
    trail: [
      ['Services', paths.services],
      ['Our Work', paths.portfolio],
    ],
  });

const kinds = [
  {
    picture: pictures.crawlerCrane,
    field: 'Construction',
    title: 'Steel erection by crawler crane',
    text: 'Girders, columns and precast units go up on sites where several trades are at work. The lift depends on ground bearing, the order of erection, and keeping people out from under the load.',
    scope: ['Lift plan', 'Ground and access assessment', 'Supervision on site'],
  },
  {
    picture: pictures.jackUp,
    field: 'Oil and gas, offshore',
    title: 'Transfers between vessel and rig',
    text: 'The deck moves, so the load chart for still water does not apply. We look at sea state, dynamic factors and certified lifting sets, and settle who calls the lift off when it is too rough.',
    scope: ['Plan review', 'Gear and certificate checks', 'Crew training'],
  },
  {
    picture: pictures.tandemLift,
    field: 'Petrochemical',
    title: 'Tandem lifts over live plant',
    text: 'Two cranes, one column, and piping below that must not be touched. A lift like this needs a worked-out share of the load at every angle, one person in command, and a rehearsal.',
    scope: ['Engineered lift plan', 'Risk assessment', 'Lift supervision'],
  },
  {
    picture: pictures.port,
    field: 'Marine and ports',
    title: 'Heavy and unusual cargo on the quay',
    text: 'Project cargo that no spreader fits, handled on a busy quay. Lifting points, quay loads and a clear path through the traffic are settled before the ship comes alongside.',
    scope: ['Method statement', 'Rigging design review', 'Banksman training'],
  },
  {
    picture: pictures.hookBlock,
    field: 'All sectors',
    title: 'Rigging gear, inspected and understood',
    text: 'Every lift hangs on a few kilograms of steel. Crews need to know what to reject, gear needs an up-to-date register, and the rigging has to match the plan.',
    scope: ['Gear assessment', 'Register and colour code', 'Rigger training'],
  },
];

export default function PortfolioPage() {
  return (
    <>
      <PageBand
        title="Our Work"
        intro="The kinds of lift we are asked about, and what each of them depends on. We do not name our clients: their sites are their business."
        above={[['Services', paths.services]]}
        drawing={<RadiusDrawing />}
        back={<BackLink to={paths.services}>Back to Services</BackLink>}
      />
      <ol className="wrap section grid gap-16 lg:gap-24">
        {kinds.map(({ picture, field, title, text, scope }, index) => (
          <li key={title} className="work-item">
            <Picture
              picture={picture}
              sizes="(max-width: 64rem) 92vw, 46rem"
              priority={index === 0}
              imgClassName="aspect-[3/2] w-full object-cover"
            />
            <div>
              <p className="eyebrow text-muted">{field}</p>
              <h2 className="h2 mt-2">{title}</h2>
              <div className="dim mt-4" aria-hidden />
              <p className="text-muted mt-5 max-w-[35em]">{text}</p>
              <ul className="ticked font-display mt-6 font-semibold">
                {scope.map((part) => (
                  <li key={part}>{part}</li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ol>
      <p className="wrap text-muted -mt-8 pb-14 text-sm">
        The pictures on this site are renderings of typical lifts, not photographs of client sites.
      </p>
      <Closing heading="Is yours like one of these?" text="Or something quite different? Tell us about it.">
        <ButtonLink href={paths.contact} look="primary">
          Request a Quote
        </ButtonLink>
        <ButtonLink href={paths.services} look="light">
          Our Services
        </ButtonLink>
      </Closing>
    </>
  );
}
