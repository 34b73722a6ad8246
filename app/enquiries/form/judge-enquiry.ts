import { parseWithZod } from '@conform-to/zod/v4';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { enquirySchema } from '../receive/enquiry.schema.ts';
import { correctAddress } from './mail-domain.ts';

const PRESS_MS = 250;

/** What moves the page by itself waits until nothing is pressed: the click would miss. @returns a cancel */
export function afterPress(work: () => void, ms = PRESS_MS): () => void {
  const look = () => (document.body.matches(':active') ? wait(PRESS_MS) : work());
  let timer: ReturnType<typeof setTimeout>;
  const wait = (ms: number) => void (timer = setTimeout(look, ms));
  wait(ms);
  return () => clearTimeout(timer);
}

export type Hints = ReturnType<typeof useHints>;

/** Hints about what is typed. They never keep the form from being sent. */
export function useHints(formRef: RefObject<HTMLFormElement>) {
  const [hints, setHints] = useState({ needsPhone: false, meantEmail: null as string | null });
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    const updateHints = () => {
      const fields = new FormData(form);
      const text = (name: string) => String(fields.get(name) ?? '').trim();
      const needsPhone = text('preferredContact') === 'phone' && !text('phone');
      const meantEmail = correctAddress(text('email'));
      setHints((now) =>
        now.needsPhone === needsPhone && now.meantEmail === meantEmail ? now : { needsPhone, meantEmail },
      );
    };
    updateHints(); // for a restored draft
    let cancel = () => {};
    const updateLater = () => {
      cancel();
      cancel = afterPress(updateHints);
    };
    form.addEventListener('change', updateLater); // fires when a field is left, not while somebody types
    return () => {
      cancel();
      form.removeEventListener('change', updateLater);
    };
  }, [formRef]);
  return hints;
}

const bySchema = (formData: FormData) => parseWithZod(formData, { schema: enquirySchema });
type Judged = ReturnType<typeof bySchema>;

export function judgeEnquiry(formData: FormData, problems: string[]): Judged {
  const submission = bySchema(formData);
  if (!problems.length) return submission;
  const fieldErrors = { files: problems };
  return {
    status: submission.status && 'error',
    payload: submission.payload,
    error: { ...(submission.status === 'success' ? {} : submission.error), ...fieldErrors },
    reply: () => submission.reply({ fieldErrors }), // conform reads the errors from it
  } as Judged;
}

export function useJudgeOnLeave(judge: (name: string) => void) {
  const cancel = useRef(() => {});
  useEffect(() => () => cancel.current(), []);
  return (field: EventTarget & { name?: string; value?: string }) => {
    cancel.current();
    if (field.name && field.value) cancel.current = afterPress(() => judge(field.name!));
  };
}
