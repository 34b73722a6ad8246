import { PageElement, whenShown, whenTakenOver } from '../../ui/page-element.ts';

/** Documents that have loaded it, whatever becomes of the element. */
const counted = new WeakSet<Document>();

/** Loads the tag manager after React, which would render a document with a new script anew. */
export class TagManager extends PageElement {
  protected start(signal: AbortSignal): void {
    whenShown(() => whenTakenOver(() => signal.aborted || this.load()));
  }

  private load(): void {
    if (counted.has(document)) return;
    counted.add(document);
    // Without this event none of its page view triggers fire.
    const layers = ((window as unknown as { dataLayer?: unknown[] }).dataLayer ??= []);
    layers.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    const script = document.createElement('script');
    script.src = this.dataset.src!;
    script.async = true;
    document.head.append(script);
  }
}
