const TRY_MS = 50; // by then a dialog that goes has given the focus back, or the one below has taken it to its first field
const TRIES = 20; // on a slow device the page behind stays inert for longer, and takes no focus

/**
 * Leads the keyboard on after a dialog has gone, once the page takes it.
 * @param find where to; none if it is somewhere good already. Asked again while nothing has the focus, for a second.
 */
export function focusWhenFree(find: () => HTMLElement | null | undefined, tries = TRIES): void {
  setTimeout(() => {
    find()?.focus({ preventScroll: true });
    if (document.activeElement === document.body && tries > 1) focusWhenFree(find, tries - 1);
  }, TRY_MS);
}
