import { useEffect, useState, type RefObject } from 'react';
import { meantAddress } from './mail-domain.ts';

/** What appears below a field that was left moves what was pressed in leaving it: it waits until that press is over. */
export const PRESS_MS = 250;

export interface Hints {
  /** To be called is preferred, and there is no number. */
  needsPhone: boolean;
  /** The address that was probably meant. */
  meantEmail: string | null;
}

/** What the visitor may have overlooked: nothing of it keeps the form from being sent. */
export function useHints(formRef: RefObject<HTMLFormElement>): Hints {
  const [hints, setHints] = useState<Hints>({ needsPhone: false, meantEmail: null });
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const look = () => {
      const fields = new FormData(form);
      const text = (name: string) => String(fields.get(name) ?? '').trim();
      const needsPhone = text('preferredContact') === 'phone' && !text('phone');
      const meantEmail = meantAddress(text('email'));
      setHints((now) =>
        now.needsPhone === needsPhone && now.meantEmail === meantEmail ? now : { needsPhone, meantEmail },
      );
    };
    look(); // a draft may be there
    let timer: ReturnType<typeof setTimeout>;
    const lookLater = () => {
      clearTimeout(timer);
      timer = setTimeout(look, PRESS_MS);
    };
    form.addEventListener('change', lookLater); // a field that was left, not one that is being typed
    return () => {
      clearTimeout(timer);
      form.removeEventListener('change', lookLater);
    };
  }, [formRef]);
  return hints;
}
