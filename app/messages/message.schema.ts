import { z } from '../forms/zod.ts';
import { BULK_MAX, INT_MAX } from './inbox.ts';

const id = z.pipe(
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,9}$/)), z.transform(Number)),
  z.number().check(z.maximum(INT_MAX)),
);

/** What can be done to one message from its details. */
export const messageChangeSchema = z.object({ intent: z.enum(['view', 'send-again']) });

/**
 * The tables' buttons: `read` and `unread` mark the ticked rows, `read 12` and `unread 12` that one row.
 */
export const markSchema = z.pipe(
  z.object({
    intent: z.string().check(z.regex(/^(read|unread)( [1-9]\d{0,9})?$/)),
    message: z.array(id).check(z.maxLength(BULK_MAX)),
    /** Sent by a page that stays as it is: it gets the answer as data. */
    stay: z.optional(z.string()),
  }),
  z.transform(({ intent, message, stay }, check) => {
    const [mark, one] = intent.split(' ');
    if (one && Number(one) > INT_MAX) check.issues.push({ code: 'custom', message: 'no such message', input: one });
    return { isRead: mark === 'read', isBulk: !one, ids: one ? [Number(one)] : [...new Set(message)], stay };
  }),
);
