import { PageElement } from '../../ui/page-element.ts';
import { keepDraft } from './draft-store.ts';

/** Stores on the device what was not sent: the form that comes back is a new one. */
export class UnsentEnquiry extends PageElement {
  protected start(): void {
    keepDraft(new FormData(this.querySelector('form')!));
  }
}
