import { createHash } from 'node:crypto';

/** Equal for repeats of one submission: the same form instance with the same fields. Null without a `formId`. */
export function submissionKey(formId: string | undefined, fields: unknown): string | null {
  return formId
    ? createHash('sha256')
        .update(JSON.stringify([formId, fields]))
        .digest('hex')
    : null;
}
