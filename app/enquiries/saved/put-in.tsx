import { useEffect, useRef } from 'react';
import { useFetcher } from '@remix-run/react';
import type { FormAnswer } from '../../forms/answer.ts';
import type { FieldState } from '../../forms/staff-form.tsx';
import { useErrorTitle } from '../../forms/toasts/use-error-title.ts';
import { useAnswer } from '../../forms/use-answer.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';

interface PutInProps {
  field: FieldState;
  action: string;
  saved: { id: number; name: string }[];
}

/**
 * Puts a saved reply into the form around it. The server fills in the placeholders. Without JavaScript the form comes
 * back with the text; with JavaScript the text is inserted at the cursor, and files and typed text stay.
 */
export function PutIn({ field, action, saved }: PutInProps) {
  const fetcher = useFetcher<FormAnswer<never>>();
  const button = useRef<HTMLButtonElement>(null);
  const { data, state } = fetcher;
  useAnswer(data?.notice);
  useErrorTitle(data?.result?.error);
  useEffect(() => {
    const put = data?.result?.initialValue;
    const form = button.current?.form;
    const area = form?.elements.namedItem('text') as HTMLTextAreaElement;
    if (form && !data && area !== document.activeElement) area.selectionStart = area.value.length; // below a draft
    if (!form || !data?.result) return;
    if (!put || data.result.error) return (form.elements.namedItem('saved') as HTMLSelectElement).focus();
    const [head, tail] = [area.value.slice(0, area.selectionStart).trim(), area.value.slice(area.selectionEnd).trim()];
    area.value = [head, put.text, tail].filter(Boolean).join('\n\n');
    for (const box of form.querySelectorAll<HTMLInputElement>('[name=documents]')) {
      if (!(put.documents as string[]).includes(box.value)) continue;
      box.checked = true;
      box.closest('details')!.open = true;
    }
    area.dispatchEvent(new Event('input', { bubbles: true })); // keeps the draft, as typing does
    area.focus();
  }, [data]);
  const errors = data?.result?.error?.saved ?? field.errors;
  if (!saved.length && !errors?.length) return null; // errors are shown even if no saved reply is left
  const options = [
    { value: '', label: 'Choose' },
    ...saved.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-[0_1_20rem]">
        <SelectField {...field} errors={errors} label="Saved reply" options={options} />
      </div>
      <Button
        ref={button}
        type="submit"
        name="then"
        value="put-in"
        className="flex-none"
        isBusy={state !== 'idle'}
        onClick={(event) => {
          event.preventDefault();
          const chosen = new FormData(button.current!.form!).get('saved');
          fetcher.submit({ intent: 'reply', then: 'put-in', saved: String(chosen) }, { method: 'post', action });
        }}
      >
        Put in
      </Button>
    </div>
  );
}
