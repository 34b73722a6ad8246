import { hash } from 'node:crypto';

/** Equal for repeats of one submission: the same form instance with the same fields. Null without a `formId`. */
export const submissionKey = (formId: string | undefined, fields: unknown): string | null =>
  formId ? hash('sha256', JSON.stringify([formId, fields])) : null;
