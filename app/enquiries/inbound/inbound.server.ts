import { buffer } from 'node:stream/consumers';
import { LockMode } from '@mikro-orm/core';
import type { App } from '#db/app.ts';
import { InboundMail } from '#db/entities/inbound-mail.ts';
import { forkEntityManager } from '#db/orm.ts';
import { withTempFolder, type ReceivedFile } from '../../http/files/received-file.server.ts';
import { decodeText, storableText } from '../../http/storable-text.ts';
import type { JobResult } from '../../mail/mail-queue.server.ts';
import { oneLine, shortened } from '../../mail/mail-text.ts';
import { givenUp } from '../../mail/stored-mails.server.ts';
import { StoreUnavailableError } from '../../storage/document-store.ts';
import { findFileKind, isTnef } from '../../storage/file-kind.ts';
import { keepFiles, removeUnclaimed } from '../files/enquiry-files.server.ts';
import { FILE_BYTES, FILES_BYTES, MOST_FILES } from '../files/enquiry-files.ts';
import { removeRaw } from './mail-folder.server.ts';
import { readMail, type ReadMail } from './read-mail.server.ts';
import { placeMail } from './place-mail.server.ts';
import { rawKey } from './store-mail.server.ts';

const FILE_TRIES = 3; // after which a mail is read even if the store does not take its files

/** Reads a stored mail and places it. A mail that cannot be read is kept. */
export async function readInboundMail(app: App, id: string, attempt: number): Promise<JobResult> {
  const em = forkEntityManager(app);
  const waits = { id, state: 'waiting' } as const;
  if (!(await em.count(InboundMail, waits))) return 'not needed';
  return withTempFolder(app.env, async (folder) => {
    const mail = await parseStored(app, id, folder);
    if (typeof mail === 'string') return giveUpInbound(app, id, mail).then(() => ({ park: mail }));
    const { chosen, leftOut } = chooseFiles(mail.files);
    const { ids, lost } = chosen.length ? await keepFiles(app, chosen) : { ids: [], lost: [] };
    if (lost.length && attempt < FILE_TRIES) throw new StoreUnavailableError('put: files of a mail');
    if (lost.length) await app.store.check(); // throws if the store is away: the mail is then read later, with files
    const isNew = await em.transactional(async (tx) => {
      const row = await tx.findOne(InboundMail, waits, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (row?.sentTo) mail.recipients.push(row.sentTo.toLowerCase());
      return !row || placeMail(tx, row, mail, { ids, leftOut: shortenNames([...leftOut, ...lost]) });
    });
    // Not after a failure, when the database may still save the mail. The sweep removes what is left over.
    await removeUnclaimed(em, ids).catch(() => {});
    if (!isNew) {
      await em.nativeDelete(InboundMail, { id });
      await removeRaw(app, id);
    }
    return isNew ? 'read' : 'not needed';
  });
}

/** @returns the mail, or why it cannot be read @throws StoreUnavailableError, or the error that broke off the stream */
async function parseStored(app: App, id: string, folder: string): Promise<ReadMail | string> {
  const raw = await app.store.get(rawKey(id));
  if (!raw) return 'its file is gone from the store';
  let failure: Error | undefined;
  raw.stream.once('error', (error) => (failure = error));
  try {
    const mail = await readMail(raw.stream, folder);
    if (raw.size && !mail.text && !mail.hasTextPart && !mail.files.length && !mail.report)
      mail.text = await readBody(app, id);
    return mail.from || mail.report ? mail : 'it has no sender that can be answered';
  } catch (error) {
    // The store or this machine failed: a later try may succeed.
    const isOurs = /^E(?!RR|MAXLEN)|MODULE/.test((error as NodeJS.ErrnoException).code ?? '');
    if (failure || isOurs || error instanceof StoreUnavailableError) throw error;
    return 'it is broken';
  } finally {
    raw.stream.destroy();
  }
}

const BODY_MAX = 200_000; // bytes

/** Reads the raw body of a mail whose parts could not be told apart. */
async function readBody(app: App, id: string): Promise<string> {
  const raw = await app.store.get(rawKey(id), { start: 0, end: BODY_MAX });
  const bytes = raw ? await buffer(raw.stream) : Buffer.alloc(0);
  const whole = storableText(decodeText(bytes)).replace(/\r\n?/g, '\n');
  return whole.slice((whole.indexOf('\n\n') + 1 || whole.length + 1) - 1).trim();
}

/** Applies the rules of the contact form, but also accepts Outlook's winmail.dat. */
function chooseFiles(files: ReceivedFile[]): { chosen: ReceivedFile[]; leftOut: string[] } {
  const chosen: ReceivedFile[] = [];
  const leftOut: string[] = [];
  let bytes = 0;
  for (const file of files) {
    const { size, start } = file;
    const isFine = size > 0 && size <= FILE_BYTES && (findFileKind(start) !== null || isTnef(start));
    if (isFine && chosen.length < MOST_FILES && bytes + size <= FILES_BYTES) {
      chosen.push(file);
      bytes += size;
    } else leftOut.push(file.name);
  }
  return { chosen, leftOut };
}

const MOST_NAMED = 20;

const shortenNames = (names: string[]): string[] => [
  ...names.slice(0, MOST_NAMED).map((name) => shortened(oneLine(name), 100)),
  ...(names.length > MOST_NAMED ? [`and ${names.length - MOST_NAMED} more`] : []),
];

export async function giveUpInbound(app: App, id: string, reason: string): Promise<void> {
  await forkEntityManager(app).nativeUpdate(InboundMail, { id }, givenUp(reason));
}
