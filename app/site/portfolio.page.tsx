import { useLoaderData } from '@remix-run/react';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { ProjectList } from '#app/content/projects/project-list.tsx';
import { projectsToShow } from '#app/content/projects/public-projects.server.ts';
import { EditTexts } from '#app/content/texts/on-the-page/text-links.tsx';
import { requirePageOpen, textsToShow } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { Picture } from '#app/ui/picture.tsx';
import { paths } from '../paths.ts';
import radius from '../ui/site/drawings/radius.svg?raw';
import { PageBand } from '../ui/site/page-band.tsx';
import { BackLink, Closing, titledTexts } from '../ui/site/page-parts.tsx';
import { ListItems } from '../content/texts/list-items.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { pageMeta } from '../ui/site/page-meta.ts';
import { pictures } from './pictures.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  return { texts: await textsToShow(context, request, 'services'), projects: projectsToShow(context) };
}

const above = [['Services', paths.services]] as const;
export const meta = pageMeta({ ...pageFacts.portfolio, above });

const shown = [pictures.crawlerCrane, pictures.jackUp, pictures.tandemLift, pictures.port, pictures.hookBlock];

export default function PortfolioPage() {
  const { texts, projects } = useLoaderData<typeof loader>();
  return (
    <>
      <EditTexts of={['services.work_top']} />
      <PageBand
        title={texts.work_heading ?? ''}
        intro={projects.length ? texts.work_projects_intro : texts.work_intro}
        above={above}
        drawing={radius}
        back={<BackLink to={paths.services}>Back to Services</BackLink>}
      />
      {projects.length ? <ProjectList projects={projects} /> : <TypicalLifts texts={texts} />}
      <EditTexts of={['services.work_closing']} />
      <Closing
        heading={texts.work_cta_heading}
        text={texts.work_cta_text}
        buttons={{ [paths.contact]: texts.work_quote_button, [paths.services]: texts.work_services_button }}
      />
    </>
  );
}

/** Shown until a project is published. */
function TypicalLifts({ texts }: { texts: Record<string, string> }) {
  return (
    <>
      <EditTexts of={['services.work_lifts']} />
      <ol className="wrap section grid gap-16 lg:gap-24">
        {titledTexts(texts, 'work', shown.length).map(({ title, text, points }, index) => (
          <li
            key={title}
            className="grid items-start gap-8 lg:gap-18 lg:odd:grid-cols-[3fr_2fr] lg:even:grid-cols-[2fr_3fr]"
          >
            <Picture
              picture={shown[index]!}
              className={index % 2 ? 'lg:col-start-2 lg:row-start-1' : ''}
              sizes="(max-width: 64rem) 92vw, 46rem"
              priority={index === 0}
              imgClassName="aspect-[3/2] w-full object-cover"
            />
            <div>
              <p className="eyebrow text-muted">{texts[`work_${index + 1}_field`]}</p>
              <h2 className="h2 mt-2">{title}</h2>
              {index ? null : <div className="dim mt-4" aria-hidden />}
              <p className="text-muted mt-5 max-w-[35em]">{text}</p>
              <ul className="ticked font-display mt-6 font-semibold">
                <ListItems of={points} />
              </ul>
            </div>
          </li>
        ))}
      </ol>
      <p className="wrap text-muted -mt-8 pb-14 text-sm print:mt-0">{texts.work_note}</p>
    </>
  );
}
