import { PageElement, whenShown } from '../ui/page-element.ts';

/** Loads the tag manager. A page that is only rendered ahead counts when it is shown. */
export class TagManager extends PageElement {
  protected start(): void {
    whenShown(() => {
      // what it counts from: without this event none of its page view triggers fire
      const layers = ((window as unknown as { dataLayer?: unknown[] }).dataLayer ??= []);
      layers.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
      const script = document.createElement('script');
      script.src = this.dataset.src!;
      script.async = true;
      this.append(script);
    });
  }
}
