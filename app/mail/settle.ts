import type { JobResult } from './mail-queue.server.ts';
import type { SendResult } from './mail.ts';

/** What is kept of a mail's way. */
interface Sending {
  state: string;
  reason?: string | null;
  attempts: number;
  sentAt?: Date | null;
}

/**
 * Writes down how a try to send a mail went.
 * @param attempt counts from 1
 * @returns what the queue is to do about it
 */
export function settle(mail: Sending, attempt: number, result: SendResult): JobResult {
  mail.attempts = attempt;
  mail.reason = result.outcome === 'sent' ? null : result.reason;
  if (result.outcome === 'sent') mail.sentAt = new Date();
  if (result.outcome !== 'retry') mail.state = result.outcome === 'sent' ? 'sent' : 'failed';
  if (result.outcome === 'sent') return 'done';
  return result.outcome === 'retry' ? { retry: result.reason } : { park: result.reason };
}
