import { createHash } from 'node:crypto';

/**
 * What makes two submissions the same: the instance of the form and all that it says. Somebody who goes back and changes
 * the text has sent another one, which must not be lost.
 * @param formId made when the form was rendered; without one nothing is the same
 */
export function submissionKey(formId: string | undefined, fields: unknown): string | null {
  return formId
    ? createHash('sha256')
        .update(JSON.stringify([formId, fields]))
        .digest('hex')
    : null;
}
