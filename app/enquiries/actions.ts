import type { MessageRow, TableName } from './inbox/inbox.ts';
import { INT_MAX } from '../schemas/limits.ts';

export const MARKED_AS_SPAM = 'Marked as spam by staff';

/** The buttons of a row, and of all ticked rows; `done` follows 'Message' or '3 messages'. */
export const actionWords = {
  read: { row: 'Mark read', bulk: 'Mark Read', done: 'marked as read' },
  unread: { row: 'Mark unread', bulk: 'Mark Unread', done: 'marked as unread' },
  answer: { row: 'Mark answered', bulk: 'Mark Answered', done: 'marked as answered' },
  reopen: { row: 'Reopen', bulk: 'Reopen', done: 'reopened' },
  take: { row: 'Take', bulk: 'Take', done: 'taken' },
  give: { row: 'Give to', bulk: 'Give to', done: 'given' },
  'give-back': { row: 'Give back', bulk: 'Give Back', done: 'given back' },
  back: { row: 'Back now', bulk: 'Back Now', done: 'back' },
  spam: { row: 'Mark as spam', bulk: 'Mark as Spam', done: 'marked as spam' },
  'not-spam': { row: 'Not spam', bulk: 'Not Spam', done: 'moved to the inbox' },
  trash: { row: 'Move to trash', bulk: 'Move to Trash', done: 'moved to trash' },
  restore: { row: 'Restore', bulk: 'Restore', done: 'restored' },
};
export type Action = keyof typeof actionWords;
export const actions = Object.keys(actionWords) as [Action, ...Action[]];

/** Refused if others have acted on the message meanwhile, so that two people notice each other. */
export const changesOwner = (act: Action): boolean => ['take', 'give', 'give-back', 'back'].includes(act);
/** Refused if one of the `clientEvents` has happened meanwhile: nobody would read it. */
export const hidesMessage = (act: Action): boolean => ['answer', 'spam', 'trash'].includes(act);
export const clientEvents = ['client-answer', 'not-delivered'];
export type RowAction = Exclude<Action, 'trash' | 'spam' | 'take' | 'give' | 'give-back'>;

/** Reads the value of a button, such as `read 7`, for row 7, or `give:3`, which gives the ticked rows to owner 3. */
export function readAction(value: string): { act: Action; to: number | null; id: number | null } | null {
  const [, act, to, id] = /^([a-z-]+)(?::([1-9]\d{0,9}))?(?: ([1-9]\d{0,9}))?$/.exec(value) ?? [];
  const known = actions.find((one) => one === act);
  const number = (digits: string | undefined) => (digits ? Number(digits) : null);
  const read = known && { act: known, to: number(to), id: number(id) };
  return read && Math.max(read.to ?? 0, read.id ?? 0) <= INT_MAX ? read : null;
}

interface Table {
  title: string;
  /** Goes before 'messages' in a sentence. */
  name: string;
  bulk: Action[];
  /** The row's button; null once the row has left the table. */
  act: (row: MessageRow) => RowAction | null;
  isOldestFirst?: true;
}

const readOrNot = ({ isRead }: MessageRow): RowAction => (isRead ? 'unread' : 'read');
const toBeAnswered: Action[] = ['answer', 'take', 'spam', 'trash'];

export const tables: Record<TableName, Table> = {
  unread: { title: 'Unread Messages', name: 'unread', bulk: ['read', ...toBeAnswered], act: readOrNot },
  read: { title: 'Read Messages', name: 'read', bulk: ['unread', ...toBeAnswered], act: readOrNot },
  waiting: {
    title: 'Waiting Messages',
    name: 'waiting',
    bulk: toBeAnswered,
    act: answeredOrNot,
    isOldestFirst: true,
  },
  mine: {
    title: 'Yours, Waiting',
    name: 'waiting',
    bulk: ['answer', 'give-back', 'spam', 'trash'],
    act: answeredOrNot,
    isOldestFirst: true,
  },
  'mine-rest': {
    title: 'Yours, Later or Answered',
    name: 'later or answered',
    bulk: ['give-back', 'trash'],
    act: answeredOrNot,
  },
  later: {
    title: 'Later',
    name: 'later',
    bulk: ['back', 'answer', 'take', 'trash'],
    act: (row) => (row.later ? 'back' : answeredOrNot(row)),
    isOldestFirst: true,
  },
  answered: { title: 'Answered Messages', name: 'answered', bulk: ['reopen', 'take', 'trash'], act: answeredOrNot },
  spam: {
    title: 'Suspected Spam',
    name: 'spam',
    bulk: ['not-spam', 'trash'],
    act: ({ folder }) => (folder === 'spam' ? 'not-spam' : null),
  },
  trash: {
    title: 'Trash',
    name: 'trashed',
    bulk: ['restore'],
    act: ({ folder }) => (folder === 'trash' ? 'restore' : null),
  },
};

/** A message that is put off can be answered, even if it was answered before. */
export function answeredOrNot({ answered, later }: Pick<MessageRow, 'answered' | 'later'>) {
  return answered && !later ? 'reopen' : 'answer';
}
