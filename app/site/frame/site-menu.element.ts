import { PageElement } from '../../ui/page-element.ts';

/** Closes the menu of small screens on Escape, a press outside and leaving the page. */
export class SiteMenu extends PageElement {
  protected start(signal: AbortSignal): void {
    const menu = this.querySelector('details')!;
    const closeUnlessInside = ({ target }: Event) => {
      if (!menu.contains(target as Node)) menu.open = false;
    };
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape' || !menu.open) return;
        menu.open = false;
        menu.querySelector('summary')!.focus();
      },
      { signal },
    );
    document.addEventListener('pointerdown', closeUnlessInside, { signal });
    document.addEventListener('focusin', closeUnlessInside, { signal });
    addEventListener('pagehide', () => (menu.open = false), { signal });
  }
}
