import type { Acknowledgement, Notification } from '#db/entities/message-mail.ts';
import type { EnquiryAct } from '#db/entities/activity.ts';
import type { Contact, Note } from '#db/entities/message.ts';
import { KEPT } from '../../mail/mail.ts';
import { localDateTime } from '../../time/dates.ts';
import type { CameByMail, NotificationStatus, ShownFile } from './find-message.server.ts';
import type { timelineWords } from './timeline-item.tsx';

/** `who` is an e-mail address; null for a visitor or the site itself. */
export interface TimelineEntry {
  /** The activity's id; null if staff did not do it. */
  id: number | null;
  kind: keyof typeof timelineWords;
  at: string;
  who: string | null;
  /** Whom it was given to, or until when it was put off. */
  detail?: string;
  contact?: Contact;
  text: string | null;
  /** `documents` are titles; `leftMs` says how long it can be taken back. */
  reply?: { id: string; subject: string; documents: string[]; leftMs: number } & NotificationStatus;
  mail?: CameByMail;
  /** How many more automatic answers followed and are not shown. */
  more?: number;
  files?: ShownFile[];
}

export type TimelineEvent = Omit<TimelineEntry, 'at'> & { id: number; at: Date };

/** A note about a call is named 'Call'. A note to another action is described after the name of that action. */
export function describeContact(note: Note | undefined, act: EnquiryAct): Pick<TimelineEvent, 'contact' | 'detail'> {
  if (!note?.contact) return {};
  const when = `on ${localDateTime(note.contactAt!)}`;
  return act === 'note' ? { contact: note.contact, detail: when } : { detail: `after a ${note.contact} ${when}` };
}

/** The oldest comes first. @param events what staff and the client did */
export function listTimeline(
  { createdMs, loggedBy }: { createdMs: number; loggedBy: string | null },
  mail: Notification | null,
  acknowledgement: Acknowledgement | null,
  events: TimelineEvent[],
): TimelineEntry[] {
  const entry = (kind: TimelineEntry['kind'], at: Date, text?: string | null) =>
    ({ kind, at, text: text ?? null, id: null, who: null }) as const;
  const entries = (of: Notification | Acknowledgement | null, ...[mailed, kept, failed]: TimelineEntry['kind'][]) => [
    ...(of?.sentAt ? [entry(of.reason === KEPT ? kept! : mailed!, of.sentAt)] : []),
    ...(of?.state === 'failed' ? [entry(failed!, of.failedAt ?? UNKNOWN, of.reason)] : []),
  ];
  const all = [
    { ...entry('received', new Date(createdMs)), who: loggedBy },
    ...entries(mail, 'notified', 'notification-kept', 'not-notified'),
    ...entries(acknowledgement, 'acknowledged', 'acknowledgement-kept', 'not-acknowledged'),
    ...events,
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  return all.map((one) => ({ ...one, at: one.at === UNKNOWN ? '' : localDateTime(one.at) }));
}

/** The time of mails that failed before `failed_at` existed: it sorts last. */
const UNKNOWN = new Date(8.64e15);
