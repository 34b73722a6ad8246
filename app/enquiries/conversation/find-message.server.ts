import { raw } from '@mikro-orm/core';
import { findApp } from '#db/app.ts';
import { databaseNow } from '#db/database-clock.ts';
import { Activity } from '#db/entities/activity.ts';
import { Acknowledgement, Notification, Reply } from '#db/entities/message-mail.ts';
import type { EnquiryFile, FileKind } from '#db/entities/enquiry-file.ts';
import { InboundMail } from '#db/entities/inbound-mail.ts';
import { Message, Note, type CameBy } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { readTitles } from './attachments.server.ts';
import { describeContact, listTimeline, type TimelineEvent, type TimelineEntry } from './list-timeline.ts';
import { listEnquiryFiles } from '../files/enquiry-files.server.ts';
import { isMailed, mostMailedBytes } from '../../mail/sender.server.ts';
import { readShownTexts } from '../inbound/shown-text.server.ts';
import { ANSWER_MS } from '../reminders/answer-clock.ts';
import { localDateTime } from '../../time/dates.ts';
import { COLUMNS, formatRow, type StoredRow } from '../inbox/messages.server.ts';

/** The kinds of files that every browser shows as pictures. */
const SHOWN = new Set<FileKind>(['jpeg', 'png', 'webp']);

interface Row extends StoredRow {
  message: string;
  cameBy: CameBy | null;
  loggedBy: string | null;
  wasAnswered: boolean;
  /** The mail that it came by is longer than a message may be. */
  isCut: boolean;
}

export type MessageDetails = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** @param isWhole reads the whole conversation, not only its latest entries */
export async function findMessage(em: EntityManager, id: number, isWhole = false) {
  // SQL: as in the tables.
  const [row] = await em.execute<Row[]>(
    `select ${COLUMNS}, message, came_by as "cameBy", logged_by as "loggedBy",
       coalesce(answered_at, first_answered_at) is not null as "wasAnswered",
       exists (select from inbound_mails where message_id = m.id and kind = 'enquiry' and length(text) > length(message)) as "isCut"
     from messages m where id = ?`,
    [id],
  );
  if (!row) return null;
  const byClient = { message: id, kind: 'answer', [raw('lower(email)')]: row.email.toLowerCase() } as const;
  const [mail, acknowledgement, files, events, first, last] = await Promise.all([
    em.findOne(Notification, { message: id }),
    em.findOne(Acknowledgement, { message: id }),
    listEnquiryFiles(em, id),
    listEvents(em, id, 0, isWhole ? Infinity : LATEST),
    em.findOne(InboundMail, { message: id, kind: 'enquiry' }, { exclude: ['text'] }),
    em.findOne(InboundMail, byClient, { fields: ['subject'], orderBy: { createdAt: 'desc' } }),
  ]);
  const { wasAnswered, isCut, ...stored } = row;
  return {
    ...formatRow(stored),
    message: row.message,
    cameBy: row.cameBy,
    loggedBy: row.loggedBy,
    laterUntil: row.laterMs === null ? null : new Date(row.laterMs).toISOString(),
    /** The latest time until which it can be put off, ready to show; null without a limit. */
    latest: wasAnswered ? null : localDateTime(new Date(row.waitsMs + ANSWER_MS)),
    phone: mail?.payload.phoneNumber ?? null,
    notification: mail && readStatus(mail),
    isMailed: isMailed(findApp(em).env),
    mostBytes: mostMailedBytes(findApp(em).env),
    files: files.filter(({ mail, reply }) => !reply && (!mail || mail.id === first?.id)).map(showFile),
    mail: first && { ...showMail(first, row.email), isCut },
    replySubject: replySubject(row, last?.subject),
    timeline: listTimeline(row, mail, acknowledgement, foldAutomatic(withFiles(events, files))),
    /** How many earlier entries of the conversation are not shown. */
    earlier: isWhole ? 0 : Math.max(0, events.filter(({ kind }) => WRITTEN.has(kind)).length - LATEST),
    /** The id of the last activity: a form with a lower one is outdated. */
    version: events.at(-1)?.id ?? 0,
    now: databaseNow(findApp(em)),
  };
}

export type ShownFile = ReturnType<typeof showFile>;
const showFile = ({ id, name, sizeBytes, kind }: EnquiryFile) => ({ id, name, sizeBytes, isPicture: SHOWN.has(kind) });

/** `subject` is set if it differs from the conversation's, or if the mail has no text. */
export type CameByMail = ReturnType<typeof showMail> & { isCut: boolean; subject?: string };
type Facts = Pick<InboundMail, 'id' | 'email' | 'rawBytes' | 'leftOut' | 'mentions'>;
export const showMail = ({ id, email, rawBytes, leftOut, mentions }: Facts, client: string) => ({
  id,
  /** The sender, if it is not the client. */
  otherAddress: email?.toLowerCase() === client.toLowerCase() ? null : (email ?? null),
  hasRaw: rawBytes != null,
  leftOut: leftOut ?? [],
  /** The reference in its subject of an enquiry that the sender has no part in. */
  mentions: mentions ?? null,
});

/** The subject of the client's last mail, with `Re:` and the reference. */
function replySubject({ subject, reference }: StoredRow, last?: string | null): string {
  const bare = bareSubject(last || subject);
  return bare.includes(`[${reference}]`) ? `Re: ${bare}` : `Re: ${bare} [${reference}]`;
}

const bareSubject = (subject: string): string =>
  subject.replace(/^(?:(?:re|aw|sv|fwd?|wg|tr|rv|antw|res|enc)(?:\[\d+\])?\s*:\s*)+/i, '');

const topicOf = (subject: string): string => bareSubject(subject.replace(/\[SR-\w+\]/g, '').trim());

function withFiles(events: TimelineEvent[], files: EnquiryFile[]): TimelineEvent[] {
  const of = Map.groupBy(files, ({ mail, reply }) => mail?.id ?? reply?.id);
  return events.map((event) => {
    const its = of.get(event.mail?.id ?? event.reply?.id ?? '');
    return its ? { ...event, files: its.map(showFile) } : event;
  });
}

const AUTOMATIC_MAX = 5; // an hour

/** Drops automatic answers beyond `AUTOMATIC_MAX` an hour, and counts them in `more` of the last one that stays. */
function foldAutomatic(events: TimelineEvent[]): TimelineEvent[] {
  const automatic: TimelineEvent[] = [];
  return events.filter((event) => {
    if (event.kind !== 'automatic-answer') return true;
    const first = automatic.at(-AUTOMATIC_MAX);
    const last = automatic.at(-1);
    if (!first || event.at.getTime() - first.at.getTime() >= 3_600_000) return automatic.push(event);
    last!.more = (last!.more ?? 0) + 1;
    return false;
  });
}

export type NotificationStatus = ReturnType<typeof readStatus>;
const readStatus = ({ state, reason, attempts, sentAt }: Notification | Reply) => ({
  state,
  reason: reason ?? null,
  attempts,
  sent: sentAt ? localDateTime(sentAt) : null,
});

const LATEST = 20; // entries of a long conversation that are shown at once
const WRITTEN = new Set<TimelineEntry['kind']>(['note', 'answered', 'reply', 'client-answer', 'automatic-answer']);

/** @param after the id of an activity @param most how many entries come with text; earlier ones only with their kind */
async function listEvents(em: EntityManager, id: number, after: number, most = Infinity): Promise<TimelineEvent[]> {
  const where = { noun: 'messages', nounId: id, id: { $gt: after }, act: { $ne: null } };
  const lines = await em.find(Activity, where, { orderBy: { id: 'asc' } });
  if (!lines.length) return [];
  const of = { message: id, activity: lines.filter(({ act }) => WRITTEN.has(act!)).slice(Number.isFinite(most) ? -most : 0).map((line) => line.id) }; // oxfmt-ignore
  const notes = new Map((await em.find(Note, of)).map((note) => [note.activity.id, note]));
  const came = await em.find(InboundMail, of, { exclude: ['text'] });
  const mails = new Map(came.map((mail) => [mail.activity?.id, mail]));
  const texts = await readShownTexts(em, came);
  const enquiry = mails.size ? await em.findOneOrFail(Message, { id }, { fields: ['email', 'subject'] }) : null;
  let topic = topicOf(enquiry?.subject ?? '');
  const replies = new Map((await em.find(Reply, of)).map((reply) => [reply.activity?.id, reply]));
  const titles = await readTitles(em, [...replies.values()]);
  const now = databaseNow(findApp(em));
  // Leaves out deleted notes and replies that were taken back. What came before the `most` newest was not read, and stays.
  const isKept = ({ id, act }: Activity) => (act !== 'note' || notes.has(id)) && (act !== 'reply' || replies.has(id));
  return lines
    .filter((line) => isKept(line) || !of.activity.includes(line.id))
    .map(({ id, act, at, who, what }) => {
      const reply = replies.get(id);
      const documents = reply?.documents?.map((one) => titles.get(one) ?? 'one deleted since') ?? [];
      const leftMs = Math.max(0, (reply?.goesAt?.getTime() ?? 0) - now);
      const sent = reply && { id: reply.id, subject: reply.subject, documents, leftMs, ...readStatus(reply) };
      const mail = mails.get(id);
      const shown = mail && texts.get(mail.id)!;
      const before = topic;
      topic = topicOf(mail?.subject ?? reply?.subject ?? '') || topic;
      const isNew = topic !== before || !shown?.text;
      return {
        id,
        kind: act!,
        at,
        who: mail ? `${mail.name} <${mail.email}>` : who,
        ...(act === 'given' || act === 'later' ? { detail: what.replace(/^\w+ \S+ (off )?/, '') } : {}),
        ...describeContact(notes.get(id), act!),
        text: shown?.text ?? reply?.text ?? notes.get(id)?.text ?? null,
        ...(sent ? { reply: sent } : {}),
        ...(mail
          ? { mail: { ...showMail(mail, enquiry!.email), isCut: shown!.isCut, subject: (isNew && mail.subject) || '' } }
          : {}),
      };
    });
}

/** Lists all activities but 'read'. @param version the id of the last known activity; 0 lists all */
export async function listSince(em: EntityManager, id: number, version: number): Promise<TimelineEntry[]> {
  const events = (await listEvents(em, id, version)).filter(({ kind }) => kind !== 'read');
  return events.map((one) => ({ ...one, at: localDateTime(one.at) }));
}
