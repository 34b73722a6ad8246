/** A custom element around HTML that works without it. What it listens to ends when it leaves the page. */
export abstract class PageElement extends HTMLElement {
  #leaving = new AbortController();

  connectedCallback(): void {
    this.#leaving = new AbortController();
    this.start(this.#leaving.signal);
  }

  disconnectedCallback(): void {
    this.#leaving.abort();
  }

  /** @param signal for all that it listens to */
  protected abstract start(signal: AbortSignal): void;
}

/** Runs something once the page is being looked at: not while the browser only renders it ahead. */
export function whenShown(run: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}

const TAKEN_OVER = 'taken-over';

/** Tells the elements of a page that React has taken the document over. They are of another script than React. */
export function tellTakenOver(): void {
  document.body.dataset.hydrated = TAKEN_OVER;
  document.dispatchEvent(new Event(TAKEN_OVER));
}

/** Runs something once nobody minds what it does to the document: where React takes it over, afterwards. */
export function whenTakenOver(run: () => void): void {
  const { hydrated } = document.body.dataset;
  if (hydrated !== undefined && hydrated !== TAKEN_OVER) document.addEventListener(TAKEN_OVER, run, { once: true });
  else run();
}
