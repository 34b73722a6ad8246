import { createHash } from 'node:crypto';

/** The same form instance with the same fields is the same submission. Without a `formId` there is no key. */
export function submissionKey(formId: string | undefined, fields: unknown): string | null {
  return formId
    ? createHash('sha256')
        .update(JSON.stringify([formId, fields]))
        .digest('hex')
    : null;
}
