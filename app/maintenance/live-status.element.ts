import { followEvents } from '../http/events/event-stream.ts';
import { PageElement, whenShown } from '../ui/page-element.ts';
import { DEFAULT_MAINTENANCE_MESSAGE, expectedBack, MAINTENANCE_TITLE } from './site-status.ts';
import type { SiteStatus } from './site-status.server.ts';

const ASK_AGAIN_MS = 1000;
const ASK_AGAIN_AT_MOST_MS = 8000;
const BACK = 'The site is back';

/**
 * An open page gives way to the screen in its template, and comes back with all that was typed. A screen that was the answer
 * gives way to the page.
 */
export class LiveStatus extends PageElement {
  /** Out of the document while the screen is shown, with all that was typed into it. */
  private page: HTMLElement | null = null;
  private screen: HTMLElement | null = null;
  private pageTitle = '';
  /** The focused field when the screen came. */
  private field: HTMLElement | null = null;

  protected start(signal: AbortSignal): void {
    if (this.closest('[data-preview]')) return; // an editor looks at an unsaved text, whatever visitors see
    this.screen = this.querySelector('[data-screen]');
    const isAnswer = this.screen !== null;
    if (isAnswer && isApplication(document)) tell(this, MAINTENANCE_TITLE); // it has taken the place of a form
    let isOpen = !isAnswer;
    const onStatus = (json: string) => {
      const status = JSON.parse(json) as SiteStatus;
      if (this.dataset.looking !== undefined)
        // A preview goes on; only its strip comes and goes.
        return void (this.querySelector<HTMLElement>('[data-look]')!.hidden = !status.maintenanceMode);
      if (status.maintenanceMode) this.close(status);
      else if (!isAnswer) this.open();
      else if (!isOpen) void fetchPage(signal);
      isOpen = !status.maintenanceMode;
    };
    whenShown(() => followEvents(this.dataset.events!, 'site-status', onStatus, signal));
  }

  private close({ message, until }: SiteStatus): void {
    const isNew = !this.screen;
    this.screen ??= this.putScreen();
    this.screen.querySelector('[data-message]')!.textContent = message || DEFAULT_MAINTENANCE_MESSAGE;
    const end = this.screen.querySelector<HTMLElement>('[data-until]')!;
    end.textContent = expectedBack(until, Date.now());
    end.hidden = !until;
    if (isNew) tell(this, MAINTENANCE_TITLE);
  }

  private putScreen(): HTMLElement {
    const screen = document.createElement('div');
    screen.append(this.querySelector('template')!.content.cloneNode(true));
    screen.querySelector<HTMLAnchorElement>('[data-retry]')!.href = location.pathname + location.search;
    this.page = this.querySelector<HTMLElement>('[data-page]')!;
    const { activeElement } = document;
    this.field = this.page.contains(activeElement) ? activeElement!.closest('input, textarea, select') : null;
    this.page.replaceWith(screen);
    this.pageTitle = document.title;
    document.title = this.dataset.screenTitle!;
    return screen;
  }

  private open(): void {
    if (!this.page) return;
    this.screen?.replaceWith(this.page);
    this.page = this.screen = null;
    document.title = this.pageTitle;
    tell(this, BACK, this.field);
  }
}

/** Replaces the answered screen by the page. An application is loaded anew, because its scripts start with it. */
async function fetchPage(signal: AbortSignal, again = ASK_AGAIN_MS): Promise<void> {
  const text = await fetch(location.href)
    .then(pageIn)
    .catch(() => null);
  if (signal.aborted) return;
  if (text === null)
    return void setTimeout(() => void fetchPage(signal, Math.min(again * 2, ASK_AGAIN_AT_MOST_MS)), again);
  let styles = '';
  // The policy of this document would not allow the styles of another.
  const html = text.replace(/<style[^>]*>([^]*?)<\/style>/g, (_, css: string) => {
    styles += css;
    return '';
  });
  const next = new DOMParser().parseFromString(html, 'text/html');
  const isOld = !('adoptedStyleSheets' in document); // browsers before 2023
  if (isOld || isApplication(document) || isApplication(next)) return location.reload();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets = [sheet];
  document.title = next.title;
  document.body.replaceWith(next.body);
  tell(document, BACK);
}

/** Null for an error: another server may hear of the end a moment later, a proxy may have no answer yet. */
const pageIn = (answer: Response) => (answer.ok || answer.status === 404 ? answer.text() : null);

const isApplication = (page: Document) => page.querySelector('[data-hydrated]') !== null;

/** Announces the change and moves the focus. @param field where the cursor was */
function tell(shown: ParentNode, text: string, field?: HTMLElement | null): void {
  const heading = shown.querySelector<HTMLElement>('main h1');
  if (heading) heading.tabIndex = -1;
  (field ?? heading)?.focus();
  document.querySelector('#announcements')!.textContent = text;
}
