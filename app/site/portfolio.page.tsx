import type { MetaFunction } from '@remix-run/node';
import { openSite } from '#app/maintenance/open-site.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { paths } from '../paths.ts';
import { BackLink } from './back-link.tsx';
import { Closing } from './closing.tsx';
import { PageBand } from './page-band.tsx';
import { pageMeta } from './page-meta.ts';
import { pictures } from './pictures.ts';

export async function loader() {
  await openSite();
  return null;
}

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta({
    matches,
    path: paths.portfolio,
    title: 'Our Work',
    description:
      'The kinds of lifts we plan, supervise and review: construction, offshore, petrochemical, port work and rigging gear, with what matters in each.',
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
    text: 'Girders, columns and precast parts set among a crew that is building at the same time. What decides: ground bearing, the order of erection, and keeping people out from under the load.',
    scope: ['Lift plan', 'Ground and access assessment', 'Supervision on site'],
  },
  {
    picture: pictures.jackUp,
    field: 'Oil and gas, offshore',
    title: 'Transfers between vessel and rig',
    text: 'The deck moves, so the load chart for still water does not apply. What decides: sea state, dynamic factors, certified lifting sets, and a clear word when it is too rough.',
    scope: ['Plan review', 'Gear and certificate checks', 'Crew training'],
  },
  {
    picture: pictures.tandemLift,
    field: 'Petrochemical',
    title: 'Tandem lifts over live plant',
    text: 'Two cranes, one column, and piping below that must not be touched. What decides: how the load is shared at every angle, one person in command, and a rehearsal.',
    scope: ['Engineered lift plan', 'Risk assessment', 'Lift supervision'],
  },
  {
    picture: pictures.port,
    field: 'Marine and ports',
    title: 'Heavy and unusual cargo on the quay',
    text: 'Project cargo that no spreader fits, between ships that wait. What decides: lifting points, quay loads, and a path through traffic.',
    scope: ['Method statement', 'Rigging design review', 'Banksman training'],
  },
  {
    picture: pictures.hookBlock,
    field: 'All sectors',
    title: 'Rigging gear, inspected and understood',
    text: 'Every lift hangs on a few kilograms of steel. What decides: knowing what to reject, keeping the register true, and rigging that matches the plan.',
    scope: ['Gear assessment', 'Register and colour code', 'Rigger training'],
  },
];

export default function PortfolioPage() {
  return (
    <>
      <PageBand
        title="Our Work"
        intro="The kinds of lifts we are asked about, and what matters in each. We name no clients: their sites are their business."
        above={[['Services', paths.services]]}
        drawing="radius"
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
      <Closing heading="Is yours like one of these?" text="Or quite different? Tell us about it.">
        <ButtonLink to={paths.contact} look="primary">
          Request a Quote
        </ButtonLink>
        <ButtonLink to={paths.services} look="light">
          Our Services
        </ButtonLink>
      </Closing>
    </>
  );
}
