import { useEffect, useState, type RefObject } from 'react';
import { keepDraft, restoreDraft } from './draft-store.ts';

/**
 * Keeps what is typed on this device until it is sent, so that a lost connection, a reload or the maintenance screen
 * costs no typing. Fields that already say something are left as they are.
 * @param formId the instance of the form that the page came with
 * @param isAnswer whether the page answers this form, and so came with the instance that was sent
 * @param isSent whether the form has just been sent: what is typed under its thanks is no draft of the next
 * @returns the instance that the form is to be sent as: it may have been stored though its answer was lost, and a page
 *   loaded anew would make it another message
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
