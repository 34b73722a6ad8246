import { PageElement, whenShown, whenTakenOver } from '../../ui/page-element.ts';

/**
 * Fetches the consent and then loads the tag manager, so that sites without one get none of it. Runs after React, which
 * would render a document with a new script anew.
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
