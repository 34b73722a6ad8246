import { useEffect, useRef, useState } from 'react';
import type { KeenSliderInstance } from 'keen-slider';
import { ChevronLeftIcon, ChevronRightIcon, PauseIcon, PlayIcon } from '@heroicons/react/24/outline';
import { Picture } from '#app/ui/picture.tsx';
import { pictures } from './pictures.ts';

const AUTOPLAY_MS = 5000;
const SLIDE_MS = 600;
const slides = Object.values(pictures);

/** The width of the hero's pictures, for `<Picture>` and for fetching the first one ahead. */
export const heroSizes = '100vw';

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

/** The slider, once its code has come, and the slide it shows. */
function useSlider(strip: React.RefObject<HTMLDivElement>) {
  const [slider, setSlider] = useState<KeenSliderInstance | null>(null);
  const [current, setCurrent] = useState(0);

  useEffect(() => {
    let made: KeenSliderInstance | undefined;
    let isGone = false;
    const cancel = whenAtRest(async () => {
      const { default: KeenSlider } = await import('keen-slider');
      const element = strip.current;
      if (isGone || !element) return;
      const shown = Math.round(element.scrollLeft / element.clientWidth);
      element.scrollLeft = 0;
      element.classList.add('strip-live');
      const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      made = new KeenSlider(element, {
        selector: element.querySelectorAll(':scope > div') as unknown as HTMLElement[],
        loop: true,
        initial: shown,
        defaultAnimation: { duration: isCalm ? 0 : SLIDE_MS },
        slideChanged: ({ track }) => setCurrent(track.details.rel),
      });
      setCurrent(shown);
      setSlider(made);
    });
    return () => {
      isGone = true;
      cancel();
      made?.destroy();
    };
  }, [strip]);

  return { slider, current };
}

/** Advances the slider; a swipe under way is not disturbed, and each slide stays its whole time. */
function useAutoplay(slider: KeenSliderInstance | null) {
  const [isPlaying, setPlaying] = useState(false);

  useEffect(() => {
    if (slider) setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);
  }, [slider]);

  useEffect(() => {
    if (!slider || !isPlaying) return;
    let isDragging = false;
    let timer: ReturnType<typeof setInterval>;
    const start = () => {
      clearInterval(timer);
      timer = setInterval(() => !isDragging && slider.next(), AUTOPLAY_MS);
    };
    const onDrag = () => (isDragging = true);
    const onDragEnd = () => (isDragging = false);
    slider.on('dragStarted', onDrag);
    slider.on('dragEnded', onDragEnd);
    slider.on('animationStarted', start);
    start();
    return () => {
      clearInterval(timer);
      slider.on('dragStarted', onDrag, true);
      slider.on('dragEnded', onDragEnd, true);
      slider.on('animationStarted', start, true);
    };
  }, [slider, isPlaying]);

  return { isPlaying, toggle: () => setPlaying((now) => !now) };
}

/** Runs something once the page is loaded and the browser has time. @returns a way to call it off */
function whenAtRest(run: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const soon = () => {
    timer = setTimeout(() => void run(), 200); // not every browser has requestIdleCallback
  };
  if (document.readyState === 'complete') soon();
  else addEventListener('load', soon, { once: true });
  return () => {
    clearTimeout(timer);
    removeEventListener('load', soon);
  };
}
