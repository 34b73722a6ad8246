import { useEffect, useRef } from 'react';

/**
 * For a form that searches. Its fields say what the address does, but are not made anew for that: the keyboard stays
 * where it is, and the status in the form is the one whose changes are read out.
 * @param searched what is searched for, by field
 * @param errors of the last search: after one that was refused the keyboard goes on at what is wrong
 */
export function useSearchForm(searched: Record<string, string | undefined>, errors?: object) {
  const form = useRef<HTMLFormElement>(null);
  const address = JSON.stringify(searched);
  const last = useRef({ address, errors });
  useEffect(() => {
    const { address: addressBefore, errors: errorsBefore } = last.current;
    last.current = { address, errors };
    if (!form.current) return;
    if (errors !== errorsBefore) {
      const wrong = form.current.querySelector<HTMLElement>('[aria-invalid]');
      wrong?.closest('details')?.setAttribute('open', '');
      wrong?.focus();
    }
    if (address === addressBefore) return;
    show(form.current, JSON.parse(address) as Record<string, string>);
    // 'Clear' has gone, and the focus with it; a field would call up the keys of a phone
    if (document.activeElement === document.body)
      form.current.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  }, [address, errors]);
  return form;
}

function show(form: HTMLFormElement, values: Record<string, string>): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:not([type="hidden"]), select'))
    field.value = values[field.name] ?? '';
}
