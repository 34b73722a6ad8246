import { z } from '../http/zod.ts';
import { BULK_MAX, INT_MAX } from './inbox.ts';

const id = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(INT_MAX));

/**
 * The tables' buttons: `read` and `unread` mark the ticked rows, `read 12` and `unread 12` that one row.
 */
export const markSchema = z
  .object({
    intent: z.string().regex(/^(read|unread)( [1-9]\d{0,9})?$/),
    ids: z.array(id).max(BULK_MAX),
  })
  .transform(({ intent, ids }, check) => {
    const [mark, one] = intent.split(' ');
    if (one && Number(one) > INT_MAX) check.addIssue('no such message');
    return { isRead: mark === 'read', isBulk: !one, ids: one ? [Number(one)] : [...new Set(ids)] };
  });
