import { PageElement } from '../../ui/page-element.ts';
import { keepDraft } from './draft-store.ts';

/** Stores on the device what was not sent, because maintenance replaces the form with a new one. */
export class UnsentEnquiry extends PageElement {
  protected start(): void {
    keepDraft(new FormData(this.querySelector('form')!));
  }
}
