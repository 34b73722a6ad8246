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
