import { paths } from '../../paths.ts';
import { Drawing } from '../../ui/site/drawings/drawing.tsx';
import load from '../../ui/site/drawings/load.svg?raw';
import { makeSizes } from '../pictures/picture.ts';
import { ShownPicture, type ShownPictureProps } from '../pictures/shown-picture.tsx';
import type { PublicProject } from './public-projects.server.ts';

const largeSizes = makeSizes(['(max-width: 63.99rem)', '92vw'], '41rem');
const sheetSizes = makeSizes(['(max-width: 47.99rem)', '92vw'], ['(max-width: 63.99rem)', '45vw'], '23rem');
const SHORT = 16; // characters that fit into a drawing
const LARGE = 3; // so few are all shown large

export function ProjectList({ projects }: { projects: PublicProject[] }) {
  const large = projects.length <= LARGE ? projects : projects.slice(0, 1);
  return (
    <div className="wrap section grid gap-16 lg:gap-24">
      <ol className="grid gap-16 lg:gap-24">
        {large.map((project, index) => (
          <li
            key={project.slug}
            className="group relative grid items-center gap-8 lg:gap-18 lg:odd:grid-cols-[3fr_2fr] lg:even:grid-cols-[2fr_3fr] print:mb-8"
          >
            <div className="lg:group-even:col-start-2 lg:group-even:row-start-1">
              <LeadPicture project={project} sizes={largeSizes} priority={index === 0} />
            </div>
            <Words project={project} className="h2">
              <p className="text-muted mt-5 max-w-[32em]">{project.summary}</p>
            </Words>
          </li>
        ))}
      </ol>
      {large.length < projects.length ? (
        <ol className="grid gap-x-8 gap-y-14 md:grid-cols-2 lg:grid-cols-3">
          {projects.slice(large.length).map((project) => (
            <li key={project.slug} className="group relative grid content-start gap-5 print:mb-8">
              <LeadPicture project={project} sizes={sheetSizes} />
              <Words project={project} className="h3" />
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}

interface WordsProps {
  project: PublicProject;
  className: string;
  children?: React.ReactNode;
}

/** The whole sheet is its link. */
function Words({ project: { slug, title, place, month, figures }, className, children }: WordsProps) {
  return (
    <div className="print:mt-3">
      <p className="eyebrow text-muted">{[place, month].filter(Boolean).join(' · ')}</p>
      <h2 className={`${className} mt-2`}>
        <a
          href={paths.project(slug)}
          className="decoration-1 underline-offset-[0.18em] group-hover:underline after:absolute after:inset-0"
        >
          {title}
        </a>
      </h2>
      {children}
      <dl className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        {figures.slice(0, 3).map(([name, value]) => (
          <div key={name} className="border-control border-l-2 pl-3">
            <dt className="text-muted text-sm">{name}</dt>
            <dd className="font-display font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface LeadPictureProps extends Pick<ShownPictureProps, 'sizes' | 'priority'> {
  project: PublicProject;
}

function LeadPicture({ project: { pictures, figures }, ...rest }: LeadPictureProps) {
  if (pictures[0]) return <ShownPicture picture={pictures[0]} className="aspect-[3/2] w-full object-cover" {...rest} />;
  return (
    <div className="blueprint on-dark relative flex aspect-[3/2] items-end overflow-hidden p-5 sm:p-6 print:hidden">
      <Drawing of={load} className="absolute inset-0 [&>svg]:size-full" />
      <p className="font-display relative text-2xl font-bold text-white tabular-nums lg:text-3xl">
        {figures.find(([, value]) => value.length <= SHORT)?.[1]}
      </p>
    </div>
  );
}
