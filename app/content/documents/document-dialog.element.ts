import { asButton, PageElement } from '../../ui/page-element.ts';

/** Fills and opens a document's dialog on the page. Without it the card's link loads the page with the dialog open. */
export class DocumentDialog extends PageElement {
  protected start(signal: AbortSignal): void {
    const dialog = this.querySelector('dialog')!;
    for (const link of this.querySelectorAll<HTMLAnchorElement>('a[data-file]')) {
      link.ariaHasPopup = 'dialog';
      asButton(link, () => show(dialog, link), signal);
    }
    asButton(dialog.querySelector('a[data-close]')!, () => dialog.close(), signal);
    dialog.addEventListener('keydown', (event) => keepInside(dialog, event), { signal });
    dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close(), { signal });
    const leaveAddress = () => location.search && history.replaceState(history.state, '', this.dataset.section);
    dialog.addEventListener('close', leaveAddress, { signal });
    if (!dialog.matches('[open]:not(:modal)')) return;
    this.querySelector('[data-backdrop]')?.remove(); // drawn by the server; `showModal` brings its own
    dialog.removeAttribute('open');
    dialog.showModal();
  }
}

function show(dialog: HTMLDialogElement, link: HTMLAnchorElement): void {
  dialog.querySelector('h2')!.textContent = link.dataset.title!;
  dialog.querySelector<HTMLAnchorElement>('a[target]')!.href = link.dataset.file!;
  dialog.showModal();
}

/** Keeps Tab inside: browsers let it out of a dialog, to their own toolbars. */
function keepInside(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>('a[href]')];
  const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)];
  if (document.activeElement !== last) return;
  event.preventDefault();
  first?.focus();
}
