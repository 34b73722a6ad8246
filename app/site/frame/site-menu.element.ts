import { PageElement } from '../../ui/page-element.ts';

/** Closes the menu, which opens without scripts, on Escape, a press outside and leaving the page. */
export class SiteMenu extends PageElement {
  protected start(signal: AbortSignal): void {
    const menu = this.querySelector('details')!;
    const closeUnlessInside = ({ target }: Event) => {
      if (!menu.contains(target as Node)) menu.open = false;
    };
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu.open) return;
      event.preventDefault(); // a dialog around it stays open
      menu.open = false;
      menu.querySelector('summary')!.focus();
    };
    document.addEventListener('keydown', closeByKey, { signal, capture: true });
    document.addEventListener('pointerdown', closeUnlessInside, { signal });
    document.addEventListener('focusin', closeUnlessInside, { signal });
    addEventListener('pagehide', () => (menu.open = false), { signal });
  }
}
