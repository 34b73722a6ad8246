import { PageElement } from '../../ui/page-element.ts';

const GIVE_UP_MS = 30_000; // the visitor has stopped it, or it leads to a file: browsers tell neither

/** From following a link until its page is there. */
export class PageLoading extends PageElement {
  protected start(signal: AbortSignal): void {
    const note = this.querySelector<HTMLElement>('[role=status] > *')!;
    let timer: ReturnType<typeof setTimeout>;
    const say = (text: string) => {
      clearTimeout(timer);
      note.textContent = text;
      for (const part of this.querySelectorAll<HTMLElement>('[data-part]')) part.hidden = !text;
      if (text) timer = setTimeout(say, GIVE_UP_MS, '');
    };
    const follow = (event: MouseEvent) => {
      const link = (event.target as Element).closest?.('a');
      if (!link || !leadsAway(link, event)) return;
      say(link.pathname === this.dataset.services ? 'Loading services...' : 'Loading...'); // both are specified
    };
    addEventListener('click', follow, { signal });
    addEventListener('pagehide', () => say(''), { signal });
  }
}

function leadsAway(link: HTMLAnchorElement, event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return false;
  if (link.target || link.origin !== location.origin) return false;
  return link.pathname !== location.pathname || link.search !== location.search;
}
