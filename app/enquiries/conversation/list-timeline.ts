import type { Acknowledgement, Notification } from '#db/entities/message-mail.ts';
import type { EnquiryAct } from '#db/entities/activity.ts';
import type { Contact, Note } from '#db/entities/message.ts';
import { KEPT } from '../../mail/mail.ts';
import { localDateTime } from '../../time/dates.ts';
import type { CameByMail, NotificationStatus, ShownFile } from './find-message.server.ts';
import type { timelineWords } from './timeline-item.tsx';

/** `who` is an e-mail address, or null for a visitor or the product. */
export interface TimelineEntry {
  /** The activity's id; null if staff did not do it. */
  id: number | null;
  kind: keyof typeof timelineWords;
  at: string;
  who: string | null;
  /** To whom, or until when. */
  detail?: string;
  contact?: Contact;
  text: string | null;
  /** `documents` are titles; `leftMs` says how long it can be taken back. */
  reply?: { id: string; subject: string; documents: string[]; leftMs: number } & NotificationStatus;
  mail?: CameByMail;
  /** How many more came with it that are not shown. */
  more?: number;
  files?: ShownFile[];
}

export type Event = Omit<TimelineEntry, 'at'> & { id: number; at: Date };

/** A note about a call is named 'Call'; with another action it follows the words of that action. */
export function contactIn(note: Note | undefined, act: EnquiryAct): Pick<Event, 'contact' | 'detail'> {
  if (!note?.contact) return {};
  const when = `on ${localDateTime(note.contactAt!)}`;
  return act === 'note' ? { contact: note.contact, detail: when } : { detail: `after a ${note.contact} ${when}` };
}

/** Oldest first. @param events what staff and the client did */
export function listTimeline(
  { createdMs, loggedBy }: { createdMs: number; loggedBy: string | null },
  mail: Notification | null,
  acknowledgement: Acknowledgement | null,
  events: Event[],
): TimelineEntry[] {
  const own = (kind: TimelineEntry['kind'], at: Date, text?: string | null) =>
    ({ kind, at, text: text ?? null, id: null, who: null }) as const;
  const told = (of: Notification | Acknowledgement | null, ...[mailed, kept, failed]: TimelineEntry['kind'][]) => [
    ...(of?.sentAt ? [own(of.reason === KEPT ? kept! : mailed!, of.sentAt)] : []),
    ...(of?.state === 'failed' ? [own(failed!, of.failedAt ?? UNKNOWN, of.reason)] : []),
  ];
  const all = [
    { ...own('received', new Date(createdMs)), who: loggedBy },
    ...told(mail, 'notified', 'notification-kept', 'not-notified'),
    ...told(acknowledgement, 'acknowledged', 'acknowledgement-kept', 'not-acknowledged'),
    ...events,
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  return all.map((one) => ({ ...one, at: one.at === UNKNOWN ? '' : localDateTime(one.at) }));
}

/** For mails that failed before `failed_at` existed: they sort last. */
const UNKNOWN = new Date(8.64e15);
