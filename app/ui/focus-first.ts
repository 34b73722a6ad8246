/** Focuses a dialog's control: by the browser without scripts, by the dialog with them. */
export const focusFirst = { autoFocus: true, 'data-autofocus': true };
