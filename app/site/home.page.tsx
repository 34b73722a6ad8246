import { useLoaderData } from '@remix-run/react';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { ArrowRightIcon } from '@heroicons/react/24/outline';
import { EditTexts } from '#app/content/texts/on-the-page/text-links.tsx';
import { requirePageOpen, textsToShow } from '#app/content/texts/on-the-page/unsaved-texts.server.ts';
import { slideKeys } from '#app/content/texts/page-content.schema.ts';
import { findPicture, type GivenPicture } from '#app/content/pictures/picture.ts';
import { givenPreload } from '#app/content/pictures/shown-picture.tsx';
import { serviceAnchor } from '#app/content/services/public-list.tsx';
import { findByTitle } from '#app/content/services/services.server.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { picturePreloads } from '#app/ui/picture.tsx';
import { paths } from '../paths.ts';
import { listItems } from '../content/texts/list-items.tsx';
import { ExpertiseIcon, expertiseDrawings } from '../ui/site/drawings/expertise-icon.tsx';
import { findGivenSizes, HeroCarousel, heroSizes } from './hero/hero-carousel.tsx';
import { NumberedPoints, SectionHeading, titledTexts } from '../ui/site/page-parts.tsx';
import { pageFacts } from '../ui/site/page-facts.ts';
import { companyData, pageMeta } from '../ui/site/page-meta.ts';
import { pictures } from './pictures.ts';
import { ReachUs } from '../ui/site/reach-us.tsx';
import { useFooter } from '../ui/site/use-footer.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requirePageOpen(context, request);
  const texts = await textsToShow(context, request, 'home');
  const addresses = expertiseDrawings.map((_, index) => {
    const service = findByTitle(context.app, texts[`expertise_${index + 1}_title`] ?? '');
    return service ? `${paths.services}#${serviceAnchor(service.id)}` : paths.services;
  });
  return { texts, addresses, slides: slideKeys.map((key) => findPicture(texts[key])) };
}

const words = pageMeta({ ...pageFacts.home, structured: (site) => [companyData(site)] });

export const meta: MetaFunction<typeof loader> = (args) => {
  const [first] = args.data?.slides ?? [];
  const preloads = first
    ? [givenPreload(first, findGivenSizes(first))]
    : picturePreloads(pictures.hookBlock, heroSizes);
  return [...words(args)!, ...preloads];
};

export const handle = { pictureFirst: true };

export default function HomePage() {
  const { texts, addresses, slides } = useLoaderData<typeof loader>();
  const footer = useFooter();
  return (
    <>
      <div className="banner on-dark print:hidden">
        <div className="wrap flex min-h-12 items-center gap-4 pb-[4px]">
          {/* lazy: on a slow line it would compete with the large picture */}
          <img src="/banner.svg" alt="" width="200" height="40" loading="lazy" />
          <p className="text-steel-300 text-sm max-sm:hidden">{footer.tagline}</p>
        </div>
      </div>
      <EditTexts of={['home.hero']} />
      <Hero texts={texts} slides={slides} />
      <EditTexts of={['home.facts']} />
      <Facts items={listItems(texts.facts)} />
      <EditTexts of={['home.expertise']} />
      <section aria-labelledby="expertise" className="shown-whole wrap section grid gap-10">
        <SectionHeading id="expertise" intro={texts.expertise_intro}>
          {texts.expertise_heading}
        </SectionHeading>
        <ul className="cells sm:grid-cols-2 lg:grid-cols-4">
          {expertiseDrawings.map((drawing, index) => (
            <li key={drawing} className="flex">
              <a href={addresses[index] ?? paths.services} className="tile group">
                <ExpertiseIcon drawing={drawing} />
                <h3 className="h3 mt-6">{texts[`expertise_${index + 1}_title`]}</h3>
                <p className="text-muted mt-2 mb-6">{texts[`expertise_${index + 1}_text`]}</p>
                <span className="font-display text-link mt-auto flex items-center gap-2 font-semibold">
                  {texts.expertise_link}
                  <ArrowRightIcon aria-hidden className="size-4 transition-transform group-hover:translate-x-1" />
                </span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <EditTexts of={['home.why']} />
      <WhyChoose texts={texts} />
      <EditTexts of={['home.closing']} />
      <ReachUs heading={texts.cta_heading} text={texts.cta_text} footer={footer} />
    </>
  );
}

function Hero({ texts, slides }: { texts: Record<string, string>; slides: (GivenPicture | null)[] }) {
  return (
    <div className="hero on-dark bg-navy-950 relative flex">
      <div className="wrap hero-words shown-whole">
        <h1 className="hero-title">{texts.hero_heading}</h1>
        <p className="lead wide:mt-6 mt-4 max-w-[23em] text-mist-100">{texts.hero_tagline}</p>
        <div className="wide:mt-9 mt-6 flex flex-wrap gap-3">
          <ButtonLink href={paths.services} look="primary" className="wide:text-lg pointer-events-auto">
            {texts.hero_services_button}
          </ButtonLink>
          <ButtonLink href={paths.contact} look="light" className="wide:text-lg pointer-events-auto">
            {texts.hero_contact_button}
          </ButtonLink>
        </div>
      </div>
      <HeroCarousel given={slides} />
    </div>
  );
}

function Facts({ items }: { items: string[] }) {
  return (
    <div className="shown-whole border-border bg-surface border-b">
      <ul className="wrap divide-border grid max-md:divide-y md:auto-cols-fr md:grid-flow-col md:divide-x">
        {items.map((fact) => (
          <li key={fact} className="font-display py-4 font-semibold md:px-6 md:py-5 md:first:pl-0 md:last:pr-0">
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}

function WhyChoose({ texts }: { texts: Record<string, string> }) {
  return (
    <section aria-labelledby="why" className="border-border bg-surface border-t">
      <div className="wrap section">
        <SectionHeading id="why" intro={texts.why_intro}>
          {texts.why_heading}
        </SectionHeading>
        <div className="mt-10 grid items-start gap-10 lg:mt-14 lg:grid-cols-2 lg:gap-16">
          <img
            src="/lift-plan.svg"
            width="1600"
            height="900"
            loading="lazy"
            alt="Drawing from a lift plan: a crawler crane with its load, boom angles and radii"
            className="border-border aspect-[16/15] w-full border object-cover object-left lg:sticky lg:top-32 print:max-w-[10cm]"
          />
          <div>
            <NumberedPoints points={titledTexts(texts, 'why', 4)} />
            <ButtonLink href={paths.about} look="secondary" className="mt-9">
              {texts.why_button}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
