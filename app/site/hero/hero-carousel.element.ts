import type { KeenSliderInstance } from 'keen-slider';
import { PageElement, whenShown } from '../../ui/page-element.ts';

const AUTOPLAY_MS = 5000;
const SLIDE_MS = 600;
const REST_MS = 200; // not every browser has requestIdleCallback

/** Loops and advances the strip once the page is at rest. A swipe is not disturbed. */
export class HeroCarousel extends PageElement {
  /** Kept while the maintenance screen takes the place of the page. */
  private at: number | undefined;
  private isPaused = false;

  protected start(signal: AbortSignal): void {
    // Without the slider the strip stays as it is.
    const soon = () => setTimeout(() => void this.makeSlider(signal).catch(() => {}), REST_MS);
    if (document.readyState === 'complete') soon();
    else addEventListener('load', soon, { once: true, signal });
  }

  private async makeSlider(signal: AbortSignal): Promise<void> {
    const { default: KeenSlider } = await import('keen-slider');
    if (signal.aborted) return;
    const strip = this.querySelector<HTMLElement>('.strip')!;
    const slides = [...strip.children] as HTMLElement[];
    const dots = [...this.querySelectorAll<HTMLElement>('[data-slide]')];
    const initial = this.at ?? (Math.round(strip.scrollLeft / strip.clientWidth) || 0); // in print the strip is not shown and has no width
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    strip.scrollLeft = 0;
    this.dataset.live = '';
    for (const name of ['tabindex', 'role', 'aria-label']) strip.removeAttribute(name); // for the keyboard there are the controls now

    const show = (current: number) => {
      this.at = current;
      slides.forEach((slide, index) => (slide.ariaHidden = index === current ? null : 'true'));
      dots.forEach((dot, index) => (dot.ariaCurrent = index === current ? 'true' : null));
      slides[(current + 1) % slides.length]!.querySelector('img')!.loading = 'eager';
    };
    const slider = new KeenSlider(strip, {
      selector: slides,
      loop: true,
      initial,
      defaultAnimation: { duration: isCalm ? 0 : SLIDE_MS },
      slideChanged: ({ track }) => show(track.details.rel),
    });
    show(initial);
    signal.addEventListener('abort', () => slider.destroy());
    const toggle = autoplay(slider, (isPlaying) => {
      this.isPaused = !isPlaying;
      strip.ariaLive = isPlaying ? 'off' : 'polite';
      const button = this.querySelector<HTMLElement>('[data-control=toggle]')!;
      button.title = button.ariaLabel = isPlaying ? 'Pause slides' : 'Play slides';
      button.querySelector('[data-icon=pause]')!.classList.toggle('hidden', !isPlaying);
      button.querySelector('[data-icon=play]')!.classList.toggle('hidden', isPlaying);
    });
    if (!isCalm && !this.isPaused) whenShown(toggle);

    const controls = this.querySelector<HTMLElement>('[data-controls]')!;
    controls.hidden = false;
    const press = ({ target }: Event) => {
      const { control, slide } = (target as Element).closest('button')?.dataset ?? {};
      if (slide) slider.moveToIdx(Number(slide));
      else if (control === 'toggle') toggle();
      else if (control === 'next') slider.next();
      else if (control) slider.prev();
    };
    controls.addEventListener('click', press, { signal });
  }
}

/** @returns a function that toggles it */
function autoplay(slider: KeenSliderInstance, tell: (isPlaying: boolean) => void): () => void {
  let isPlaying = false;
  let isDragging = false;
  let timer: ReturnType<typeof setInterval>;
  const restart = () => {
    clearInterval(timer);
    if (isPlaying) timer = setInterval(() => !isDragging && slider.next(), AUTOPLAY_MS);
  };
  slider.on('dragStarted', () => (isDragging = true));
  slider.on('dragEnded', () => (isDragging = false));
  slider.on('animationStarted', restart);
  slider.on('destroyed', () => clearInterval(timer));
  return () => {
    isPlaying = !isPlaying;
    restart();
    tell(isPlaying);
  };
}
