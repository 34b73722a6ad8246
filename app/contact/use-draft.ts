import { useEffect, type RefObject } from 'react';
import { keepDraft, restoreDraft } from './draft-store.ts';

/**
 * Keeps what is typed on this device until it is sent, so that a lost connection, a reload or the maintenance screen
 * costs no typing. Fields that already say something are left as they are.
 */
export function useDraft(formRef: RefObject<HTMLFormElement>): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    restoreDraft(form);
    const keep = () => keepDraft(new FormData(form));
    form.addEventListener('input', keep);
    form.addEventListener('change', keep);
    return () => {
      form.removeEventListener('input', keep);
      form.removeEventListener('change', keep);
    };
  }, [formRef]);
}
