import { asButton, PageElement } from '../../ui/page-element.ts';

/** Opens the pictures of a page large, one after the other. Without it each picture's link opens its file. */
export class PictureViewer extends PageElement {
  protected start(signal: AbortSignal): void {
    const dialog = this.querySelector('dialog')!;
    const links = [...this.querySelectorAll<HTMLAnchorElement>('a[data-large]')];
    let current = 0;
    if (dialog.open) dialog.close(); // the maintenance screen has taken it out of the page
    const show = (index: number) => {
      current = (index + links.length) % links.length;
      dialog.querySelector('[data-place]')!.replaceChildren(enlarge(links[current]!.querySelector('picture')!));
      dialog.querySelector('[data-count]')!.textContent = `${current + 1} of ${links.length}`;
    };
    for (const [index, link] of links.entries()) {
      link.ariaHasPopup = 'dialog';
      asButton(link, () => (show(index), dialog.showModal()), signal);
    }
    const press = ({ target }: Event) => {
      const { step } = (target as Element).closest('button')?.dataset ?? {};
      if (step) show(current + Number(step));
      else if (!(target as Element).closest('img, [data-count]')) dialog.close();
    };
    const pressKey = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') show(current - 1);
      if (key === 'ArrowRight') show(current + 1);
    };
    dialog.addEventListener('click', press, { signal });
    dialog.addEventListener('keydown', pressKey, { signal });
  }
}

/** A copy that fills the window, from a file of at most twice its density. */
function enlarge(picture: HTMLElement): HTMLElement {
  const large = picture.cloneNode(true) as HTMLElement;
  const image = large.querySelector('img')!;
  const width = Number(image.getAttribute('width'));
  const height = Number(image.getAttribute('height'));
  const shown = `min(94vw, ${(84 * width) / height}vh, ${width}px)`;
  const share = Math.min(1, 4 / 3 / devicePixelRatio); // the file that a browser chooses may be half as wide again
  for (const each of large.querySelectorAll<HTMLImageElement>('source, img')) each.sizes = `calc(${shown} * ${share})`;
  image.loading = 'eager';
  image.className = '';
  image.style.width = shown;
  image.style.height = 'auto';
  return large;
}
