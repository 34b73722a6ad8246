import { PageElement } from '../../ui/page-element.ts';

const AFTER_PX = 300;
const PAUSE_MS = 120;
const GAP_PX = 6;
const LARGE_PX = 96; // of a control that is this large enough stays uncovered

export class BackToTop extends PageElement {
  protected start(signal: AbortSignal): void {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      this.hidden = scrollY <= AFTER_PX;
      clearTimeout(timer);
      if (!this.hidden) timer = setTimeout(() => this.giveWay(), PAUSE_MS);
    };
    addEventListener('scroll', look, { passive: true, signal });
    const observer = new ResizeObserver(look); // what is below the button moves without scrolling, too
    observer.observe(document.body);
    signal.addEventListener('abort', () => observer.disconnect());
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
    const goUp = () => {
      scrollTo({ top: 0, behavior: isCalm.matches ? 'auto' : 'smooth' });
      document.getElementById('main')?.focus({ preventScroll: true }); // at the top the button is hidden
    };
    this.addEventListener('click', goUp, { signal });
  }

  /** Moves up past the controls that it would cover. */
  private giveWay(): void {
    const button = this.querySelector('button')!;
    button.style.transition = 'none'; // under reduced motion a transition takes 1 ms, and the place that is read would be the one before
    button.style.translate = '';
    const { left, right, bottom, height } = button.getBoundingClientRect();
    const consentBar = document.querySelector('tag-manager > :not([hidden])');
    let end = consentBar ? consentBar.getBoundingClientRect().top - GAP_PX : bottom;
    const covers = (box: DOMRect) =>
      box.left < right && box.right > left && box.top < end && box.bottom > end - height && box.height < LARGE_PX;
    const boxes = [...document.querySelectorAll('a, :not(back-to-top) > button, input, select, summary')]
      .map((control) => control.getBoundingClientRect())
      .sort((a, b) => b.bottom - a.bottom);
    for (const box of boxes) if (covers(box)) end = box.top - GAP_PX;
    button.style.translate = `0 ${end - bottom}px`;
  }
}
