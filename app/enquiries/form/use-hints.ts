import { useEffect, useState, type RefObject } from 'react';
import { correctAddress } from './mail-domain.ts';

/**
 * A hint moves the page. It waits until the press that left the field is over, so that its target does not move away.
 */
export const PRESS_MS = 250;

export interface Hints {
  needsPhone: boolean;
  meantEmail: string | null;
}

/** Hints that never keep the form from being sent. */
export function useHints(formRef: RefObject<HTMLFormElement>): Hints {
  const [hints, setHints] = useState<Hints>({ needsPhone: false, meantEmail: null });
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const look = () => {
      const fields = new FormData(form);
      const text = (name: string) => String(fields.get(name) ?? '').trim();
      const needsPhone = text('preferredContact') === 'phone' && !text('phone');
      const meantEmail = correctAddress(text('email'));
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
    form.addEventListener('change', lookLater); // fires when a field is left, not while somebody types
    return () => {
      clearTimeout(timer);
      form.removeEventListener('change', lookLater);
    };
  }, [formRef]);
  return hints;
}
