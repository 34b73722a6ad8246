import { useEffect, useState, type RefObject } from 'react';
import type { KeenSliderInstance } from 'keen-slider';

const AUTOPLAY_MS = 5000;
const SLIDE_MS = 600;

/** The slider, once its code has come, and the slide it shows. */
export function useSlider(strip: RefObject<HTMLDivElement>) {
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
export function useAutoplay(slider: KeenSliderInstance | null) {
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
