import { tryStorage } from '../../ui/try-storage.ts';

const KEY = 'enquiry-draft';
const PLACE = '?';
const LEFT_OUT = new Set(['website', 'files']);

export const forgetDraft = (): void => tryStorage(() => sessionStorage.removeItem(KEY));

export function keepDraft(fields: Iterable<readonly [name: string, value: FormDataEntryValue]>): void {
  const values = Object.fromEntries([...fields].filter(([name]) => !LEFT_OUT.has(name)));
  values[PLACE] = location.search;
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify(values)));
}

/** Fills fields that are empty, or that this address has filled, from the draft. @returns the form id that the draft was typed into */
export function restoreDraft(form: HTMLFormElement): string | undefined {
  const draft = tryStorage(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Record<string, unknown> | null);
  const isSamePlace = draft?.[PLACE] === location.search; // 'Ask about this' of another service wins
  for (const [name, value] of Object.entries(draft ?? {})) {
    if (typeof value !== 'string') continue;
    const controls = [...form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)];
    const isChosen = controls.some(({ checked }) => checked);
    for (const control of controls) {
      if (control.type !== 'radio' && control.type !== 'checkbox') {
        if (!control.value || (isSamePlace && control.value === control.defaultValue)) control.value = value;
      } else if (!isChosen) control.checked = control.value === value;
    }
  }
  return typeof draft?.formId === 'string' ? draft.formId : undefined;
}
