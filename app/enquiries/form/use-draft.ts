import { useEffect, useState, type RefObject } from 'react';
import { keepDraft, restoreDraft } from './draft-store.ts';

/**
 * Stores what is typed on the device until it is sent, so that a lost connection, a reload or maintenance loses nothing.
 * Fields with a value stay as they are.
 * @param formId the form id that the page came with
 * @param isAnswer whether the page answers this form, and so came with the id that was sent
 * @param isSent whether the form was just sent: what is typed under the thanks is no draft
 * @returns the form id to send: the first try may be stored though its answer was lost, and a new id would store it twice
 */
export function useDraft(
  formRef: RefObject<HTMLFormElement>,
  formId: string,
  { isAnswer, isSent }: { isAnswer: boolean; isSent: boolean },
): string {
  const [instance, setInstance] = useState(formId);
  useEffect(() => {
    const form = formRef.current;
    if (!form || isSent) return;
    const typedInto = restoreDraft(form);
    if (typedInto && !isAnswer) setInstance(typedInto);
    const keep = () => keepDraft(new FormData(form));
    form.addEventListener('input', keep);
    form.addEventListener('change', keep);
    return () => {
      form.removeEventListener('input', keep);
      form.removeEventListener('change', keep);
    };
  }, [formRef, isAnswer, isSent]);
  return instance;
}
