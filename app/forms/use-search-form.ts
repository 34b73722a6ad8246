import { useEffect, useRef } from 'react';
import { focusFirstWrong } from '../ui/use-focus-back.ts';

/** Sets the fields from the address, and keeps focus and live region. @param errors the first gets the focus */
export function useSearchForm(searched: Record<string, string | undefined>, errors?: object) {
  const form = useRef<HTMLFormElement>(null);
  const address = JSON.stringify(searched);
  const last = useRef({ address, errors });
  useEffect(() => {
    const { address: addressBefore, errors: errorsBefore } = last.current;
    last.current = { address, errors };
    if (!form.current) return;
    if (errors !== errorsBefore) {
      form.current.querySelector('[aria-invalid=true]')?.closest('details')?.setAttribute('open', '');
      focusFirstWrong(form.current);
    }
    if (address === addressBefore) return;
    show(form.current, JSON.parse(address) as Record<string, string>);
    // 'Clear' is gone, and the focus with it. The button gets it, as a field would open a phone's keyboard.
    if (document.activeElement === document.body)
      form.current.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  }, [address, errors]);
  return form;
}

/** The props of a field that the search's data names. */
export const searchField =
  <Name extends string>(searched: Partial<Record<Name, string>>, errors: Partial<Record<Name, string>>) =>
  (name: Name) => ({
    id: name,
    name,
    defaultValue: searched[name] ?? '',
    errors: errors[name] === undefined ? undefined : [errors[name]],
  });

function show(form: HTMLFormElement, values: Record<string, string>): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input:not([type="hidden"]), select'))
    field.value = values[field.name] ?? '';
}
