import { wrap } from '@mikro-orm/core';
import { findApp } from '#db/app.ts';
import { Activity } from '#db/entities/activity.ts';
import { Acknowledgement, Notification, Reply } from '#db/entities/message-mail.ts';
import type { FileKind } from '#db/entities/enquiry-file.ts';
import { Message, Note } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { listEnquiryFiles } from '../files/enquiry-files.server.ts';
import { KEPT } from '../../mail/mail.ts';
import { isMailed } from '../../mail/sender.server.ts';
import { localDateTime } from '../../time/dates.ts';
import type { TimelineEntry, MessageDetails } from '../inbox/inbox.ts';
import { answered, received } from '../inbox/messages.server.ts';

/** The kinds of files that every browser shows as pictures. */
const SHOWN = new Set<FileKind>(['jpeg', 'png', 'webp']);

export async function findMessage(em: EntityManager, id: number): Promise<MessageDetails | null> {
  const message = await em.findOne(Message, { id }, { exclude: ['submissionKey'] });
  if (!message) return null;
  const [mail, acknowledgement, files, events] = await Promise.all([
    em.findOne(Notification, { message: id }),
    em.findOne(Acknowledgement, { message: id }),
    listEnquiryFiles(em, id),
    listEvents(em, id, 0),
  ]);
  const { createdAt, answeredAt, answeredBy, trashedAt: _, ...kept } = wrap(message).toPOJO();
  return {
    ...(kept as Required<typeof kept>), // columns without a value are null
    ...received(createdAt),
    answered: answered(answeredAt, answeredBy),
    phone: mail?.payload.phoneNumber ?? null,
    company: mail?.payload.companyName ?? null,
    notification: mail && statusOf(mail),
    isMailed: isMailed(findApp(em).env),
    files: files.map(({ id, name, sizeBytes, kind }) => ({ id, name, sizeBytes, isPicture: SHOWN.has(kind) })),
    timeline: listTimeline(createdAt, mail, acknowledgement, events),
    version: events.at(-1)?.id ?? 0,
    now: findApp(em).clock.now(),
  };
}

const statusOf = ({ state, reason, attempts, sentAt }: Notification | Reply) => ({
  state,
  reason: reason ?? null,
  attempts,
  sent: sentAt ? localDateTime(sentAt) : null,
});

type Event = Omit<TimelineEntry, 'at'> & { id: number; at: Date };

/** What staff did about a message after an activity's id. Deleted notes are left out. */
async function listEvents(em: EntityManager, id: number, after: number): Promise<Event[]> {
  const where = { noun: 'messages', nounId: id, id: { $gt: after }, act: { $ne: null } };
  const lines = await em.find(Activity, where, { orderBy: { id: 'asc' } });
  if (!lines.length) return [];
  const notes = new Map((await em.find(Note, { message: id })).map((note) => [note.activity.id, note.text]));
  const replies = new Map((await em.find(Reply, { message: id })).map((reply) => [reply.activity?.id, reply]));
  return lines
    .filter((line) => line.act !== 'note' || notes.has(line.id))
    .map(({ id, act, at, who }) => {
      const reply = replies.get(id);
      const sent = reply && { id: reply.id, subject: reply.subject, ...statusOf(reply) };
      return { id, kind: act!, at, who, text: reply?.text ?? notes.get(id) ?? null, ...(sent ? { reply: sent } : {}) };
    });
}

/**
 * What staff did about a message, but for reading it.
 * @param version the id of the last activity that is known; 0 gives all
 */
export async function listSince(em: EntityManager, id: number, version: number): Promise<TimelineEntry[]> {
  const events = (await listEvents(em, id, version)).filter(({ kind }) => kind !== 'read');
  return events.map((one) => ({ ...one, at: localDateTime(one.at) }));
}

/** Whether somebody has written this note since the page at `version` was made. */
export const hasNotedSince = async (em: EntityManager, id: number, version: number, text: string, by: string) =>
  (await listSince(em, id, version)).some((one) => one.who === by && one.text === text);

function listTimeline(
  createdAt: Date,
  mail: Notification | null,
  acknowledgement: Acknowledgement | null,
  events: Event[],
): TimelineEntry[] {
  const own = (kind: TimelineEntry['kind'], at: Date, text?: string | null) =>
    ({ kind, at, text: text ?? null, id: null, who: null }) as const;
  const failed = (kind: TimelineEntry['kind'], of: Notification | Acknowledgement | null) =>
    of?.state === 'failed' ? [own(kind, of.failedAt ?? UNKNOWN, of.reason)] : [];
  const sent = (
    of: Notification | Acknowledgement | null,
    mailed: TimelineEntry['kind'],
    kept: TimelineEntry['kind'],
  ) => (of?.sentAt ? [own(of.reason === KEPT ? kept : mailed, of.sentAt)] : []);
  const all = [
    own('received', createdAt),
    ...sent(mail, 'notified', 'notification-kept'),
    ...sent(acknowledgement, 'acknowledged', 'acknowledgement-kept'),
    ...failed('not-acknowledged', acknowledgement),
    ...failed('not-notified', mail),
    ...events,
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  return all.map((one) => ({ ...one, at: one.at === UNKNOWN ? '' : localDateTime(one.at) }));
}

/** For mails that failed before `failed_at` existed: they sort last. */
const UNKNOWN = new Date(8.64e15);
