import { PageElement } from '../../ui/page-element.ts';

const AFTER_PX = 300;

export class BackToTop extends PageElement {
  protected start(signal: AbortSignal): void {
    const look = () => (this.hidden = scrollY <= AFTER_PX);
    look();
    addEventListener('scroll', look, { passive: true, signal });
    this.addEventListener(
      'click',
      () => {
        const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' });
      },
      { signal },
    );
  }
}
