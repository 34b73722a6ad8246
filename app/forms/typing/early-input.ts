type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Kept = ReturnType<typeof readControl>;

const CONTROLS =
  'textarea, select, input:not([type=hidden], [type=file], [type=submit], [type=button], [type=reset], [type=image])';

/**
 * Keeps what is typed before React hydrates: hydration resets text areas, and replaces a page that a translator changed.
 * @returns `restore` sets the values; `fireEvents` then fires the events that scripts have missed
 */
export function keepEarlyInput(): { restore(): void; fireEvents(): void } {
  const kept = new Map<Control, Kept>();
  let focused: EventTarget | null = document.activeElement;
  const keep = (control: Control) => kept.set(control, readControl(control));
  const onInput = ({ target }: Event) => isControl(target) && keep(target);
  const onFocus = ({ target }: Event) => void (focused = target);
  // Restores the value before the next key, since React may have reset the field already.
  const onBeforeInput = ({ target }: Event) => isControl(target) && putBack(target, kept.get(target));
  addEventListener('input', onInput, true);
  addEventListener('focusin', onFocus, true);
  addEventListener('beforeinput', onBeforeInput, true);
  for (const control of document.querySelectorAll<Control>(CONTROLS)) if (isChanged(control)) keep(control);

  return {
    restore() {
      removeEventListener('input', onInput, true);
      removeEventListener('focusin', onFocus, true);
      removeEventListener('beforeinput', onBeforeInput, true);
      for (const [control, state] of [...kept]) {
        const shown = control.isConnected ? control : findReplacement(control);
        if (!shown) continue;
        kept.delete(control);
        kept.set(shown, state);
        putBack(shown, state);
        if (control !== shown && control === focused) shown.focus({ preventScroll: true });
      }
    },
    fireEvents() {
      for (const control of kept.keys())
        for (const type of isText(control) ? ['input'] : ['input', 'change'])
          control.dispatchEvent(new Event(type, { bubbles: true }));
      kept.clear();
    },
  };
}

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof Element && target.matches(CONTROLS);

const isChoice = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

const isText = (control: Control) => !isChoice(control) && control.localName !== 'select';

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].find((option) => option.defaultSelected) ?? control.options[0];
    return control.selectedIndex !== (first?.index ?? -1);
  }
  return isChoice(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}

function readControl(control: Control) {
  const hasSelection = 'selectionStart' in control && control.selectionStart !== null; // fields of type email have none
  const selection = hasSelection ? ([control.selectionStart!, control.selectionEnd!] as const) : null;
  return { value: control.value, checked: isChoice(control) && control.checked, selection };
}

function putBack(control: Control, state: Kept | undefined): void {
  if (!state) return;
  if (isChoice(control)) control.checked = state.checked;
  else if (control.value !== state.value) {
    control.value = state.value;
    if (state.selection && 'setSelectionRange' in control) control.setSelectionRange(...state.selection);
  }
}

/** Finds the control that replaces one that React has removed. */
function findReplacement(gone: Control): Control | undefined {
  const formAction = ({ form }: Control) => form?.getAttribute('action');
  return [...document.querySelectorAll<Control>(CONTROLS)].find(
    (each) =>
      each.localName === gone.localName &&
      each.name === gone.name &&
      each.type === gone.type &&
      formAction(each) === formAction(gone) &&
      (!isChoice(gone) || each.value === gone.value),
  );
}
