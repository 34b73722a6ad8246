import { answerClock, duration } from './answer-clock.ts';
import { escaped, htmlMail, oneLine, WRAP } from '../../mail/mail-text.ts';
import type { Mail } from '../../mail/mail.ts';
import { paths } from '../../paths.ts';

const MOST = 100;

/** Times are in milliseconds since the epoch, by the clock of the database. */
export interface WaitingEnquiry {
  id: number;
  reference: string;
  name: string;
  subject: string;
  receivedMs: number;
  nowMs: number;
}

interface EnquiriesFacts {
  id: string;
  subject: string;
  /** The longest wait comes first. */
  waiting: readonly WaitingEnquiry[];
  /** How many there are, if not all are in the list. */
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
  const listLink = appUrl + list;
  const rows = waiting.slice(0, MOST).map((each) => ({
    title: oneLine(`${each.reference}  ${each.name}: ${each.subject}`),
    clock: answerClock(each.receivedMs, now).text,
    link: appUrl + paths.admin.message(each.id),
  }));
  const more = count > MOST ? `and ${count - MOST} more` : '';
  const listed = rows.map(
    ({ title, clock, link }) =>
      `<li style="margin:0 0 12px;${WRAP}"><a href="${escaped(link)}">${escaped(title)}</a><br>${clock}</li>`,
  );
  return {
    id,
    automatic: 'generated',
    subject,
    replyTo: null,
    text: [
      `${subject}.`,
      '',
      ...rows.flatMap(({ title, clock, link }) => [title, clock, link, '']),
      more,
      'All of them:',
      listLink,
      '',
    ].join('\n'),
    html: htmlMail(
      'Enquiries that wait',
      `<p style="margin:0 0 16px">${escaped(subject)}.</p>
<ol style="margin:0;padding-left:24px;max-width:640px">${listed.join('\n')}</ol>
<p>${more}</p><p style="margin:16px 0 0"><a href="${escaped(listLink)}">See all of them</a></p>`,
    ),
    date: new Date(now),
  };
}
