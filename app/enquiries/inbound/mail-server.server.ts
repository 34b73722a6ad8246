import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { raw } from '@mikro-orm/core';
import type { ImapFlow, ImapFlowOptions } from 'imapflow';
import { findApp } from '#db/app.ts';
import { Mailbox } from '#db/entities/inbound-mail.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Env } from '../../env.server.ts';
import { StoreUnavailableError } from '../../storage/document-store.ts';
import { localDateTime } from '../../time/dates.ts';
import { MIB } from '../../ui/size-text.ts';

/** Parses `INBOUND_IMAP_URL`. @returns null without one; `name` identifies the mailbox and holds no password */
export function readMailServer({ INBOUND_IMAP_URL: given }: Env) {
  if (!given) return null;
  const { protocol, hostname, port, host, username, password, pathname } = new URL(given);
  const folder = decodeURIComponent(pathname.slice(1)) || 'INBOX';
  const user = decodeURIComponent(username);
  const secure = protocol === 'imaps:';
  const options: ImapFlowOptions = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user, pass: decodeURIComponent(password) },
    ...(secure ? { tls: { rejectUnauthorized: true } } : { doSTARTTLS: false }), // without TLS only on this machine
    logger: false, // it would log what the server sends
    disableAutoIdle: true,
    connectionTimeout: 20_000,
    socketTimeout: 90_000, // longer than `POLL_MS`
    maxLiteralSize: 48 * MIB,
  };
  return { name: `${protocol}//${user}@${host}/${folder}`, folder, options };
}

export type ListedMail = { uid: number; size: number };

/** @returns the mails after a UID, in order */
export async function listMails(client: ImapFlow, lastUid: number): Promise<(ListedMail & { date: Date })[]> {
  const [range, byUid] = [`${lastUid + 1}:*`, { uid: true }];
  const facts = { uid: true, size: true, internalDate: true };
  // A mail whose line of facts is malformed is in the answer to the search alone.
  const found = (await client.search({ uid: range }, byUid)) || [];
  const mails = new Map(found.map((uid) => [uid, { uid, size: 0, date: new Date() }]));
  for await (const { uid, size = 0, internalDate } of client.fetch(range, facts, byUid))
    mails.set(uid, { uid, size, date: new Date(internalDate ?? Date.now()) });
  return [...mails.values()].filter(({ uid }) => uid > lastUid).sort((a, b) => a.uid - b.uid); // `*` gives the last mail
}

/** @returns false if somebody has removed the mail @throws errors of the server and of our disk */
export async function download(client: ImapFlow, { uid, size }: ListedMail, file: string): Promise<boolean> {
  const [id, byUid] = [String(uid), { uid: true }];
  // A server that gives less at once than it is asked for seems to be at the end.
  for (const chunkSize of [MIB / 2, MIB / 32]) {
    const { content } = await client.download(id, undefined, { ...byUid, chunkSize });
    if (content) await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    else if (((await client.search({ uid: id }, byUid)) || [uid]).length) throw new Error('the mail is kept back');
    else return false;
    const start = (await fs.stat(file)).size;
    if (start >= size) return true;
    // Some servers only estimate sizes, as Exchange does.
    const more = await client.fetchOne(id, { source: { start, maxLength: 1 } }, byUid);
    if (more && !more.source?.length) return true;
  }
  throw new Error('the mail is cut off');
}

const NETWORK = /^(ECONN|ENOTFOUND|EAI_|EHOST|ENET|EPIPE|ETIME|NoConnection|EConnection|Closed|\w+_TIMEOUT)/;

/** Why the mailbox could not be read, in fixed words: error texts of client and server may hold addresses. */
export function describeFailure(error: unknown): string {
  const { code, authenticationFailed, mailboxMissing } = (error ?? {}) as Record<string, unknown>;
  if (authenticationFailed) return 'its server refused the user name or the password';
  if (mailboxMissing) return 'its server has no such folder';
  if (error instanceof StoreUnavailableError) return 'our own file store could not be reached';
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(String(code)))
    return 'its server has a certificate that is not trusted';
  if (NETWORK.test(String(code))) return 'its server could not be reached';
  return 'its server or the connection to it failed';
}

/** A sentence for staff if the mailbox could not be read for an hour; otherwise null. */
export async function mailboxProblem(em: EntityManager): Promise<string | null> {
  const name = readMailServer(findApp(em).env)?.name;
  const isLate = { $lt: raw<Date>("now() - interval '1 hour'") };
  const late = name ? await em.findOne(Mailbox, { name, reachedAt: isLate }) : null;
  if (!late) return null;
  const because = late.reason ? ` because ${late.reason}` : '';
  return `Answers of clients wait: the mailbox could not be read since ${localDateTime(late.reachedAt!)}${because}.`;
}
