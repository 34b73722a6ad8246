import { useEffect, useState, type RefObject } from 'react';
import { meantAddress } from './mail-domain.ts';

/**
 * A hint below a field moves the page. It waits until the press that left the field is over, so as not to move its
 * target.
 */
export const PRESS_MS = 250;

export interface Hints {
  /** The visitor prefers a call, but gave no number. */
  needsPhone: boolean;
  /** The address that was probably meant. */
  meantEmail: string | null;
}

/** Hints at what the visitor may have overlooked; none of them keeps the form from being sent. */
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
    form.addEventListener('change', lookLater); // fires when a field is left, not while somebody types
    return () => {
      clearTimeout(timer);
      form.removeEventListener('change', lookLater);
    };
  }, [formRef]);
  return hints;
}
