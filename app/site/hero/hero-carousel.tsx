import type { ReactNode } from 'react';
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '@heroicons/react/24/outline';
import { makeSizes, type GivenPicture } from '#app/content/pictures/picture.ts';
import { ShownPicture } from '#app/content/pictures/shown-picture.tsx';
import { Picture, type PictureData } from '#app/ui/picture.tsx';
import { pictures } from '../pictures.ts';

const slides = Object.values(pictures);

/** As on a drawing: the lift, and where. */
const labels: Record<keyof typeof pictures, string> = {
  hookBlock: 'Hook block · pipe spool',
  crawlerCrane: 'Crawler crane · steel frame',
  jackUp: 'Pedestal crane · offshore supply',
  tandemLift: 'Tandem lift · petrochemical',
  port: 'Ship-to-shore cranes · container port',
};

/** They fill the window. A phone gets two pixels for each of the layout's. */
export const heroSizes = '(max-width: 48rem) 66vw, 100vw';

/** On phones the hero is higher than wide, and cuts both sides off. */
export const findGivenSizes = ({ width, height }: GivenPicture): string =>
  makeSizes(['(max-width: 48rem)', `max(100vw, ${Math.round((38 * width) / height)}rem)`], '100vw');

/** Without the script the keyboard scrolls the strip. */
const scrolledByKeyboard = { tabIndex: 0, role: 'group', 'aria-label': 'Slides' };

/**
 * A strip to scroll by hand until `<hero-carousel>` runs. Only the pause button stops it, not hover or swipe.
 * @param given pictures from staff that replace slides; null for a built-in one
 */
export function HeroCarousel({ given }: { given: readonly (GivenPicture | null)[] }) {
  return (
    <hero-carousel>
      <section aria-roledescription="carousel" aria-label="Lifting operations" className="absolute inset-0">
        {/* In px: as wide as the narrowest phone, whatever the size of the letters. */}
        <div data-controls hidden className="wide:left-auto absolute right-0 bottom-0 left-0 z-20">
          <div className="bg-navy-950/80 wide:border-l flex items-stretch justify-between gap-[4px] border-t border-white/25 px-[8px] text-white">
            <Control name="toggle" label="Play slides">
              <PauseIcon aria-hidden className="hidden size-5" data-icon="pause" />
              <PlayIcon aria-hidden className="size-5" data-icon="play" />
            </Control>
            <Control name="previous" label="Previous slide">
              <ChevronLeftIcon aria-hidden className="size-5" />
            </Control>
            <div className="scale-dots flex items-stretch" role="group" aria-label="Choose a slide">
              {slides.map(({ name }, index) => (
                <button
                  key={name}
                  type="button"
                  data-slide={index}
                  aria-label={`Slide ${index + 1}`}
                  className="w-[36px] cursor-pointer"
                />
              ))}
            </div>
            <Control name="next" label="Next slide">
              <ChevronRightIcon aria-hidden className="size-5" />
            </Control>
          </div>
        </div>
        <div className="strip" aria-live="polite" {...scrolledByKeyboard}>
          {slides.map((slide, index) => (
            <div
              key={slide.name}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${slides.length}`}
            >
              <Slide index={index} slide={slide} given={given[index]} />
            </div>
          ))}
        </div>
        <div className="hero-shade" />
      </section>
    </hero-carousel>
  );
}

const cover = 'absolute inset-0 size-full object-cover';

function Slide({ index, slide, given }: { index: number; slide: PictureData; given: GivenPicture | null | undefined }) {
  const priority = index === 0;
  if (given)
    return <ShownPicture picture={given} sizes={findGivenSizes(given)} priority={priority} className={cover} />;
  return (
    <>
      <Picture picture={slide} sizes={heroSizes} priority={priority} tallOnPhones imgClassName={cover} />
      <p className="border-steel-300 bg-navy-950/80 absolute top-0 right-0 border-b border-l px-3 py-1 font-mono text-xs text-white">
        {labels[slide.name as keyof typeof pictures]}
      </p>
    </>
  );
}

function Control({ name, label, children }: { name: string; label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      data-control={name}
      aria-label={label}
      title={label}
      className="grid size-[48px] cursor-pointer place-items-center hover:text-amber-400"
    >
      {children}
    </button>
  );
}
