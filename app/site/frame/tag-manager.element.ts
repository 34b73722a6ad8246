import { PageElement, whenShown, whenTakenOver } from '../../ui/page-element.ts';

/**
 * Fetches what asks for consent and then loads the tag manager: sites without one need none of it. After React, which would
 * render a document with a new script anew.
 */
export class TagManager extends PageElement {
  protected start(signal: AbortSignal): void {
    const ask = async () => {
      const consent = await import('./tag-consent.ts').catch(() => null); // then nothing is loaded
      if (!signal.aborted) consent?.askConsent(this, signal);
    };
    whenShown(() => whenTakenOver(() => void ask()));
  }
}
