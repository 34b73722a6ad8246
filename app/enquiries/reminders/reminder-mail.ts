import type { Message } from '#db/entities/message.ts';
import { answerClock, duration } from './answer-clock.ts';
import { oneLine, plainMail } from '../../mail/mail-text.ts';
import type { Mail } from '../../mail/mail.ts';
import { paths } from '../../paths.ts';

const MOST = 100;

/** Times are in milliseconds since the epoch, by the clock of the database. */
export type WaitingEnquiry = Pick<Message, 'id' | 'reference' | 'name' | 'subject'> &
  Record<'receivedMs' | 'nowMs', number>;

interface EnquiriesFacts {
  id: string;
  subject: string;
  /** The longest wait comes first. */
  waiting: readonly WaitingEnquiry[];
  /** The total, if `waiting` does not hold all. */
  count?: number;
  appUrl: string;
  list: string;
}

export function reminderSubject({ nowMs, receivedMs }: WaitingEnquiry, count: number): string {
  const oldest = duration(nowMs - receivedMs, Math.floor);
  return count === 1
    ? `1 enquiry has waited for an answer for ${oldest}`
    : `${count} enquiries wait for an answer, the oldest for ${oldest}`;
}

export function enquiriesMail({ id, subject, waiting, count = waiting.length, appUrl, list }: EnquiriesFacts): Mail {
  const now = waiting[0]!.nowMs;
  const rows = waiting.slice(0, MOST).map((each) => ({
    text: oneLine(`${each.reference}  ${each.name}: ${each.subject}`),
    link: { label: answerClock(each.receivedMs, now).text, address: appUrl + paths.admin.message(each.id) },
  }));
  const more = count > MOST ? [{ text: `and ${count - MOST} more` }] : [];
  const all = { link: { label: 'All of them', address: appUrl + list } };
  return {
    id,
    automatic: 'generated',
    ...plainMail(subject, [{ text: `${subject}.` }, ...rows, ...more, all]),
    date: new Date(now),
  };
}
