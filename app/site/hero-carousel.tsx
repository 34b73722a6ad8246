import { useRef } from 'react';
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '@heroicons/react/24/outline';
import { Picture } from '#app/ui/picture.tsx';
import { pictures } from './pictures.ts';
import { useAutoplay, useSlider } from './use-slider.ts';

const slides = Object.values(pictures);

/**
 * The width of the hero's pictures, for `<Picture>` and for fetching the first one ahead. They fill the window; phones get
 * two pixels for each of the layout's, not three: more is not seen, but waited for.
 */
export const heroSizes = '(max-width: 48rem) 66vw, 100vw';

/**
 * The slides behind the hero. As sent it is a strip to scroll by hand; a script loaded when the page is at rest makes it
 * loop and advance, and adds the controls. Pointing and swiping never stop it, its pause button does.
 */
export function HeroCarousel() {
  const strip = useRef<HTMLDivElement>(null);
  const { slider, current } = useSlider(strip);
  const { isPlaying, toggle } = useAutoplay(slider);
  const isLive = slider !== null;

  return (
    <section aria-roledescription="carousel" aria-label="Lifting operations" className="absolute inset-0">
      {isLive && (
        <div className="wide:left-auto absolute right-0 bottom-0 left-0 z-20">
          <div className="bg-navy-950/80 wide:border-l flex items-stretch justify-between gap-1 border-t border-white/25 px-2 text-white">
            <Control label={isPlaying ? 'Pause slides' : 'Play slides'} onClick={toggle}>
              {isPlaying ? <PauseIcon aria-hidden className="size-5" /> : <PlayIcon aria-hidden className="size-5" />}
            </Control>
            <Control label="Previous slide" onClick={() => slider.prev()}>
              <ChevronLeftIcon aria-hidden className="size-5" />
            </Control>
            <div className="scale-dots flex items-stretch" role="group" aria-label="Choose a slide">
              {slides.map((slide, index) => (
                <button
                  key={slide.name}
                  type="button"
                  aria-label={`Slide ${index + 1}`}
                  aria-current={index === current || undefined}
                  onClick={() => slider.moveToIdx(index)}
                  className="w-9 cursor-pointer"
                />
              ))}
            </div>
            <Control label="Next slide" onClick={() => slider.next()}>
              <ChevronRightIcon aria-hidden className="size-5" />
            </Control>
          </div>
        </div>
      )}
      <div
        ref={strip}
        className={isLive ? 'strip strip-live' : 'strip'}
        aria-live={isPlaying ? 'off' : 'polite'}
        // Without the script the keyboard scrolls the strip.
        {...(isLive ? {} : { tabIndex: 0, role: 'group', 'aria-label': 'Slides' })}
      >
        {slides.map((slide, index) => (
          <div
            key={slide.name}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${slides.length}`}
            aria-hidden={(isLive && index !== current) || undefined}
          >
            <Picture
              picture={slide}
              sizes={heroSizes}
              priority={index === 0}
              eager={isLive && index === (current + 1) % slides.length}
              tallOnPhones
              imgClassName="absolute inset-0 size-full object-cover"
            />
          </div>
        ))}
      </div>
      <div className="hero-shade" />
    </section>
  );
}

function Control({ label, ...rest }: { label: string; onClick: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className="grid size-12 cursor-pointer place-items-center hover:text-amber-400"
      {...rest}
    />
  );
}
