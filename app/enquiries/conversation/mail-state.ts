import { KEPT } from '../../mail/mail.ts';
import type { NotificationStatus } from '../inbox/inbox.ts';

export function mailState({ state, reason, attempts, sent }: NotificationStatus): string {
  const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  if (state === 'sent' && reason === KEPT) return 'Kept in the outbox, not mailed';
  if (state === 'sent') return sent ? `Sent ${sent}` : 'Sent';
  if (state === 'failed') return `Failed after ${tried}${reason ? `: ${reason}` : ''}`;
  return attempts ? `Waiting, ${tried} so far${reason ? `: ${reason}` : ''}` : 'Waiting to be sent';
}
