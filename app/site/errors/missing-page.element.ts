import { PageElement } from '../../ui/page-element.ts';

export class MissingPage extends PageElement {
  protected start(signal: AbortSignal): void {
    // oxlint-disable-next-line no-console -- specified: the missing path is logged to the console
    console.error('404: no page at', location.pathname);
    const goBack = (event: Event) => {
      if (history.length < 2) return; // opened in a new tab: the link is the way back
      event.preventDefault();
      history.back();
    };
    this.querySelector('[data-back]')!.addEventListener('click', goBack, { signal });
  }
}
