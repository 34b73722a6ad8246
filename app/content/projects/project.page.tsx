import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeftIcon, ArrowRightIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { BackLink, Closing, Html } from '../../ui/site/page-parts.tsx';
import { missingMeta, NotFound } from '../../ui/site/not-found.tsx';
import radius from '../../ui/site/drawings/radius.svg?raw';
import { PageBand } from '../../ui/site/page-band.tsx';
import { pageMeta } from '../../ui/site/page-meta.ts';
import { makeSizes, type GivenPicture } from '../pictures/picture.ts';
import { givenPreload } from '../pictures/shown-picture.tsx';
import { PictureLink, PictureViewer } from '../pictures/picture-viewer.tsx';
import { findPreview, requirePageOpen, textsToShow } from '../texts/on-the-page/unsaved-texts.server.ts';
import { projectsToShow, type PublicProject } from './public-projects.server.ts';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  const all = projectsToShow(context);
  const place = all.findIndex(({ slug }) => slug === params.slug);
  const project = (await findPreview(context, request))?.project ?? all[place];
  if (!project) return data({ project: null }, { status: 404 });
  const texts = await textsToShow(context, request, 'services');
  const linkTo = (at: number) => all[at] && { title: all[at].title, slug: all[at].slug };
  return { project, found: project.found, previous: linkTo(place - 1), next: linkTo(place + 1), texts };
}

const leadSizes = makeSizes(['(max-width: 63.99rem)', '92vw'], '48rem');
const besideSizes = makeSizes(['(max-width: 39.99rem)', '92vw'], ['(max-width: 63.99rem)', '45vw'], '34rem');
const rowSizes = makeSizes(['(max-width: 39.99rem)', '92vw'], ['(max-width: 63.99rem)', '45vw'], '23rem');
const LONG = 900; // characters that are as high as the picture beside them
const above = Object.entries({ Services: paths.services, 'Our Work': paths.portfolio });

export const meta: MetaFunction<typeof loader> = (args) => {
  const project = args.data?.project;
  const shown = project && { path: paths.project(project.slug), title: project.title, description: project.summary };
  if (!shown) return missingMeta(args);
  const preloads = project.pictures.slice(0, 1).map((lead) => givenPreload(lead, leadSizes));
  return [...pageMeta({ ...shown, above })(args)!, ...preloads];
};

export const handle = { pictureFirst: true };

export default function ProjectPage() {
  const loaded = useLoaderData<typeof loader>();
  if (!loaded.project) return <NotFound />;
  const { project, previous, next, texts } = loaded;
  const { pictures } = project;
  const [lead] = pictures;
  const fitting = project.html.length > LONG ? 3 : 2;
  const beside = pictures.length === fitting + 1 ? fitting - 1 : fitting; // so that none is alone below
  const isPairs = [2, 4, 10].includes(pictures.length - beside);
  return (
    <>
      <PageBand
        title={project.title}
        intro={[project.place, project.month].filter(Boolean).join(' · ')}
        above={above}
        drawing={radius}
        back={<BackLink to={paths.portfolio}>All of our work</BackLink>}
      />
      <PictureViewer count={pictures.length}>
        <article className="wrap section grid gap-12 lg:gap-16 lg:pt-14!">
          {lead ? (
            <>
              <div className="border-control bg-surface grid border-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
                <PictureLink picture={lead} index={0} sizes={leadSizes} className="lg:h-full" />
                <TitleBlock project={project} className="border-control max-lg:border-t-2 lg:border-l-2" />
              </div>
              <div className="grid items-start gap-10 lg:grid-cols-[32em_minmax(0,1fr)] lg:gap-16">
                <Html className="max-w-[32em]!">{project.html}</Html>
                <PictureLinks
                  {...{ pictures, from: 1, to: beside }}
                  sizes={besideSizes}
                  className="sm:max-lg:grid-cols-2"
                />
              </div>
              <PictureLinks
                {...{ pictures, from: beside, to: pictures.length }}
                sizes={isPairs ? besideSizes : rowSizes}
                className={`sm:grid-cols-2 ${isPairs ? '' : 'lg:grid-cols-3'}`}
              />
            </>
          ) : (
            <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-16">
              <Html className="max-w-[32em]!">{project.html}</Html>
              <TitleBlock project={project} className="border-control border-2" />
            </div>
          )}
        </article>
      </PictureViewer>
      {previous || next ? (
        <nav aria-label="More of our work" className="border-border border-t print:hidden">
          <div className="wrap flex flex-wrap justify-between gap-x-10 gap-y-3 py-6">
            {previous ? (
              <a href={paths.project(previous.slug)} rel="prev" className="link flex items-center gap-2 py-1">
                <ArrowLeftIcon aria-hidden className="size-4 flex-none" />
                {previous.title}
              </a>
            ) : null}
            {next ? (
              <a href={paths.project(next.slug)} rel="next" className="link ml-auto flex items-center gap-2 py-1">
                {next.title}
                <ArrowRightIcon aria-hidden className="size-4 flex-none" />
              </a>
            ) : null}
          </div>
        </nav>
      ) : null}
      <Closing
        heading={texts.work_cta_heading}
        text={texts.work_cta_text}
        buttons={{ [paths.contact]: texts.work_quote_button, [paths.services]: texts.work_services_button }}
      />
    </>
  );
}

interface PictureLinksProps {
  pictures: GivenPicture[];
  from: number;
  to: number;
  sizes: string;
  className: string;
}

function PictureLinks({ pictures, from, to, sizes, className }: PictureLinksProps) {
  if (pictures.length <= from) return null;
  return (
    <ul className={`grid gap-4 ${className}`}>
      {pictures.slice(from, to).map((picture, index) => (
        <li key={picture.key} className="print:mt-3 print:mr-[2%] print:inline-block! print:w-[48%]">
          <PictureLink picture={picture} index={from + index} sizes={sizes} />
        </li>
      ))}
    </ul>
  );
}

function TitleBlock({ project, className }: { project: PublicProject; className: string }) {
  const { place, month, sector, client, figures } = project;
  const facts = [['Place', place], ['Month', month], ['Sector', sector], ['Client', client], ...figures];
  return (
    <div className={`grid grid-rows-[auto_1fr] ${className}`}>
      <div className="ruler" aria-hidden />
      <dl className="cells grid-cols-2 border-0! [&>:last-child:nth-child(odd)]:col-span-full">
        {facts
          .filter(([, value]) => value)
          .map(([name, value], index) => (
            <div key={index} className="px-3 py-3 sm:px-4">
              <dt className="eyebrow text-muted">{name}</dt>
              <dd className="font-display mt-0.5 leading-snug font-semibold tabular-nums sm:text-lg">{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
