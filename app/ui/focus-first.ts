/** For the control of a dialog that is to have the focus: without scripts the browser puts it there, with them the dialog. */
export const focusFirst = { autoFocus: true, 'data-autofocus': true };
