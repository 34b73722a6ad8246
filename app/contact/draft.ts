import { useEffect, type RefObject } from 'react';

const KEY = 'enquiry-draft';
const LEFT_OUT = new Set(['formId', 'website']);

/**
 * Keeps what is typed on this device until it is sent, so that a lost connection, a reload or the maintenance screen
 * costs no typing. Fields that already say something are left as they are.
 */
export function useDraft(formRef: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    restore(form);
    const keep = () => write(Object.fromEntries([...new FormData(form)].filter(([name]) => !LEFT_OUT.has(name))));
    form.addEventListener('input', keep);
    form.addEventListener('change', keep);
    return () => {
      form.removeEventListener('input', keep);
      form.removeEventListener('change', keep);
    };
  }, [formRef]);
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // storage is switched off: nothing was kept
  }
}

function write(values: Record<string, FormDataEntryValue>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(values));
  } catch {
    // storage is switched off or full: the form works without
  }
}

function restore(form: HTMLFormElement): void {
  let draft: Record<string, unknown> | null = null;
  try {
    draft = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Record<string, unknown> | null;
  } catch {
    return;
  }
  for (const [name, value] of Object.entries(draft ?? {})) {
    if (typeof value !== 'string') continue;
    for (const control of form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)) {
      if (control.type === 'radio' || control.type === 'checkbox') control.checked ||= control.value === value;
      else control.value ||= value;
    }
  }
}
