/** A custom element around HTML that works without it. */
export abstract class PageElement extends HTMLElement {
  #leaving = new AbortController();

  connectedCallback(): void {
    this.#leaving = new AbortController();
    this.start(this.#leaving.signal);
  }

  disconnectedCallback(): void {
    this.#leaving.abort();
  }

  /** @param signal aborts when the element leaves the page */
  protected abstract start(signal: AbortSignal): void;
}

/** Not while the browser prerenders the page. */
export function whenShown(run: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}

/** A link that leads elsewhere without scripts acts here, by Space as well. */
export function asButton(link: HTMLAnchorElement, act: () => void, signal: AbortSignal): void {
  link.role = 'button';
  const press = (event: Event) => {
    event.preventDefault();
    act();
  };
  link.addEventListener('click', press, { signal });
  link.addEventListener('keydown', (event) => event.key === ' ' && press(event), { signal });
}

const TAKEN_OVER = 'taken-over';

/** For the elements, which are another script. */
export function tellTakenOver(): void {
  document.body.dataset.hydrated = TAKEN_OVER;
  document.dispatchEvent(new Event(TAKEN_OVER));
}

/** At once where React does not hydrate the page. */
export function whenTakenOver(run: () => void): void {
  const { hydrated } = document.body.dataset;
  if (hydrated !== undefined && hydrated !== TAKEN_OVER) document.addEventListener(TAKEN_OVER, run, { once: true });
  else run();
}
