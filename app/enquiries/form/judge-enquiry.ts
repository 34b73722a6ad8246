import { parseWithZod } from '@conform-to/zod/v4';
import { useEffect, useRef } from 'react';
import { enquirySchema } from '../receive/enquiry.schema.ts';
import { PRESS_MS } from './use-hints.ts';

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
    reply: () => submission.reply({ fieldErrors }), // by which conform goes
  } as Judged;
}

/** Judges a field after it was filled in and left, and the press that left it is over. */
export function useJudgeOnLeave(judge: (name: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return (field: EventTarget & { name?: string; value?: string }) => {
    clearTimeout(timer.current);
    if (field.name && field.value) timer.current = setTimeout(() => judge(field.name!), PRESS_MS);
  };
}
