import { readText } from '../../forms/typing/typed-values.ts';
import { bareEmail } from '../../schemas/email.ts';
import { z } from '../../schemas/zod.ts';
import { EMAIL_MAX } from '../../schemas/limits.ts';

export const NOTHING_STORED = 'Nothing is stored about this address.';
export const ERASE_FAILED = 'Failed to erase';
export const STILL_SENDING =
  'A mail of theirs is being sent just now, so nothing was erased. Please try again in a moment.';
const NOT_THE_SAME = 'This is not the address above. Please type it again to erase';

export const readPerson = (query: URLSearchParams): string | null =>
  bareEmail(readText(query, 'email')).slice(0, EMAIL_MAX) || null;

export const erasureSchema = (email: string | null) =>
  z.object({
    confirmation: z
      .pipe(
        z.string({ error: NOT_THE_SAME }),
        z.transform((typed) => bareEmail(typed).toLowerCase()),
      )
      .check(z.refine((typed) => typed === email?.toLowerCase(), NOT_THE_SAME)),
  });

export interface StoredItem {
  what: 'Message' | 'Notification' | 'Acknowledgement' | 'Reply' | 'Note' | 'Call' | 'Visit' | 'File' | 'Mail';
  who: string | null;
  state?: string | null;
  text: string | null;
  at: string;
  /** Set for a mail in the enquiry of somebody else. */
  messageId?: number;
  reference?: string;
}

export const amount = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

export const enquiries = (n: number): string => amount(n, 'enquiry', 'enquiries');

const NAMED_MAX = 20;

export function nameReferences(references: readonly string[]): string {
  const more = references.length - NAMED_MAX;
  const first = references.slice(0, NAMED_MAX).join(', ');
  return more > 0 ? `${first} and ${more.toLocaleString('en-US')} more` : first;
}
