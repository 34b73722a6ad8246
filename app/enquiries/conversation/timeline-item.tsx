import type { EnquiryAct } from '#db/entities/activity.ts';
import { KEPT } from '../../mail/mail.ts';
import { MailFacts, MailText } from './mail-text.tsx';
import type { NotificationStatus } from './find-message.server.ts';
import type { TimelineEntry } from './list-timeline.ts';

export const timelineWords = {
  received: 'Received',
  notified: 'Notification sent',
  'notification-kept': 'Notification kept in the outbox, not mailed',
  'not-notified': 'Notification failed',
  acknowledged: 'Acknowledged',
  'acknowledgement-kept': 'Acknowledgement kept in the outbox, not mailed',
  'not-acknowledged': 'Acknowledgement failed',
  read: 'First read',
  answered: 'Marked answered',
  reopened: 'Reopened',
  note: 'Note',
  reply: 'Reply',
  spam: 'Marked as spam',
  'not-spam': 'Marked as not spam',
  trashed: 'Moved to trash',
  restored: 'Restored',
  undone: 'Undid what was done',
  'client-answer': 'Answer',
  'automatic-answer': 'Automatic answer',
  'not-delivered': 'Not delivered',
  taken: 'Taken',
  given: 'Given',
  'given-back': 'Given back',
  later: 'Put off',
  back: 'Back',
} satisfies Record<EnquiryAct, string> & Record<string, string>;

/** A note about a call or visit is named after it. */
export function nameEntry({ kind, contact, detail }: Pick<TimelineEntry, 'kind' | 'contact' | 'detail'>): string {
  const name = contact ? (contact === 'call' ? 'Call' : 'Visit') : timelineWords[kind];
  return detail ? `${name} ${detail}` : name;
}

export function mailState({ state, reason, attempts, sent, leftMs }: NotificationStatus & { leftMs?: number }): string {
  const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  if (state === 'sent' && reason === KEPT) return 'Kept in the outbox, not mailed';
  if (state === 'sent') return `Sent${sent ? ` ${sent}` : ''}${reason ? `, but ${reason}` : ''}`;
  if (state === 'failed' && reason?.startsWith('Not delivered')) return reason;
  if (state === 'failed') return `Failed after ${tried}${reason ? `: ${reason}` : ''}`;
  if (leftMs) return 'Not sent yet';
  return attempts ? `Waiting, ${tried} so far${reason ? `: ${reason}` : ''}` : 'Waiting to be sent';
}

export function TimelineItem({ at, who, text, reply, mail, more, ...what }: Omit<TimelineEntry, 'id'>) {
  const subject = reply?.subject ?? mail?.subject;
  return (
    <>
      <span className="text-sm">
        <span className="font-semibold">{nameEntry(what)}</span>
        <span className="text-muted wrap-anywhere">{[at && `, ${at}`, who && ` by ${who}`]}</span>
        {reply ? (
          <span className={reply.state === 'failed' ? 'text-danger' : 'text-muted'}>{`. ${mailState(reply)}`}</span>
        ) : null}
      </span>
      {subject ? <bdi className="font-medium wrap-anywhere">{subject}</bdi> : null}
      {mail ? (
        <>
          <MailText text={text ?? ''} />
          <MailFacts of={mail} />
        </>
      ) : text ? (
        <bdi className="block max-w-[62ch] wrap-anywhere whitespace-pre-wrap">{text}</bdi>
      ) : null}
      {reply?.documents.length ? (
        <span className="text-muted text-sm wrap-anywhere">{`With company documents: ${reply.documents.join(', ')}`}</span>
      ) : null}
      {more ? <span className="text-muted text-sm">{`and ${more} more automatic answers`}</span> : null}
    </>
  );
}

export interface NewerEntries {
  version: number;
  since: TimelineEntry[];
}

/** @param save the label of the button that sends the form anyway */
export const describeConflict = (save: string) => ({
  title: 'Somebody else was here first',
  show: ({ since }: NewerEntries) => (
    <ul className="grid gap-3">
      {since.map(({ id, ...what }) => (
        <li key={id} className="grid gap-1">
          <TimelineItem {...what} />
        </li>
      ))}
    </ul>
  ),
  save,
});
