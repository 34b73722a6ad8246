import { PageElement, whenShown, whenTakenOver } from '../../ui/page-element.ts';

/** The documents that have their tag manager, whatever becomes of the element in them. */
const counted = new WeakSet<Document>();

/**
 * Loads the tag manager. A page that is only rendered ahead counts when it is shown. Where React takes the page over, it
 * does so first: what others put into the document before that would make it begin anew.
 */
export class TagManager extends PageElement {
  protected start(signal: AbortSignal): void {
    whenShown(() => whenTakenOver(() => signal.aborted || this.load()));
  }

  private load(): void {
    if (counted.has(document)) return;
    counted.add(document);
    // what it counts from: without this event none of its page view triggers fire
    const layers = ((window as unknown as { dataLayer?: unknown[] }).dataLayer ??= []);
    layers.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
    const script = document.createElement('script');
    script.src = this.dataset.src!;
    script.async = true;
    document.head.append(script);
  }
}
