import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow, MailboxObject } from 'imapflow';
import type { App } from '#db/app.ts';
import { Mailbox } from '#db/entities/inbound-mail.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { inFolder } from '../../http/files/received-file.server.ts';
import { log } from '../../http/log.server.ts';
import { MIB } from '../../ui/size-text.ts';
import { reasonOf, serverOf, type MailServer } from './mail-server.server.ts';
import { MAIL_BYTES, storeMail, tellOfLeft, TOO_LARGE } from './store-mail.server.ts';

const LEASE_S = 40;
const RENEW_MS = 10_000;
const ASK_MS = 5000; // for the lease of another process
const LOOK_MS = 60_000;
const LATE_MS = 2 * LOOK_MS; // a mail that has lain for longer waits since it came
const WAITS_MS = { first: 1000, most: 60_000 };
const STOP_MS = 2500;
const CLOCKS_MS = 600_000; // by which the clocks of mail server and database may differ
const WITHHELD_MS = 3_600_000; // for which a mail is asked for that the server does not give, and those behind it wait

const TAKEN_OVER = 'another process reads the mailbox by now';

interface Reader {
  app: App;
  server: MailServer;
  /** What the row says while the mailbox is this reader's. */
  mine: { name: string; heldBy: string };
  /** Since when the server does not give a mail, by its UID. */
  withheld: Map<number, number>;
  stopping: AbortSignal;
}

/** Takes the mails that come into the mailbox of `INBOUND_IMAP_URL`, in one process at a time. @returns what ends it */
export function followMailbox(app: App): () => Promise<void> {
  const server = serverOf(app.env);
  if (!server) return () => Promise.resolve();
  const end = new AbortController();
  const mine = { name: server.name, heldBy: randomUUID() };
  const following = follow({ app, server, mine, withheld: new Map(), stopping: end.signal });
  return async () => {
    end.abort();
    await Promise.race([following, sleep(STOP_MS, undefined, { ref: false })]);
  };
}

async function follow(reader: Reader): Promise<void> {
  const { app, mine, stopping } = reader;
  let wait = WAITS_MS.first;
  let told: string | null = null;
  while (!stopping.aborted) {
    let reason: string | null = null;
    let isHeld = false;
    const began = performance.now();
    try {
      isHeld = (await hold(reader)) !== null;
      if (isHeld) await readMailbox(reader);
    } catch (error) {
      if (performance.now() - began > LOOK_MS) [wait, told] = [WAITS_MS.first, null]; // it went well meanwhile
      reason = stopping.aborted ? null : reasonOf(error);
      if (reason && reason !== told) log.warn({ reason, err: error }, 'mailbox not read');
      told = reason;
    }
    // Another process may fare better. If this fails, the lease ends by itself.
    const given = { heldBy: null, heldUntil: null, ...(reason && { reason }) };
    if (isHeld) await forkEntityManager(app).nativeUpdate(Mailbox, mine, given).catch(() => {}); // prettier-ignore
    await sleep(isHeld || reason ? wait : ASK_MS, undefined, { ref: false, signal: stopping }).catch(() => {});
    if (reason) wait = Math.min(wait * 2, WAITS_MS.most);
  }
}

/** Takes the lease, or keeps it. @returns the database's time; null if another process has the lease */
async function hold({ app, mine }: Reader): Promise<string | null> {
  // SQL: by the database's clock, one of several processes. What would last much longer than any lease is left from
  // before that clock was set back.
  const [held] = await forkEntityManager(app).execute<{ at: string }[]>(
    `insert into mailboxes as box (name, reached_at, held_by, held_until)
       values (?, now(), ?, now() + interval '${LEASE_S} s')
     on conflict (name) do update set held_by = excluded.held_by, held_until = excluded.held_until
       where box.held_by is null or box.held_by = excluded.held_by
         or box.held_until not between now() and now() + interval '${2 * LEASE_S} s'
     returning now()::text as at`,
    [mine.name, mine.heldBy],
  );
  return held?.at ?? null;
}

/** Reads until the connection ends, the lease is lost or the process stops. */
async function readMailbox(reader: Reader): Promise<void> {
  const { server, stopping } = reader;
  const { ImapFlow } = await import('imapflow');
  stopping.throwIfAborted();
  const client = new ImapFlow(server.options);
  let failure: Error | undefined;
  client.on('error', (error: Error) => (failure ??= error));
  let news = new AbortController();
  for (const event of ['exists', 'close'] as const) client.on(event, () => news.abort());
  const close = () => client.close();
  stopping.addEventListener('abort', close);
  const renewal = setInterval(() => void hold(reader).then((at) => at ?? close(), close), RENEW_MS);
  try {
    await client.connect();
    await meet(reader, await client.mailboxOpen(server.folder, { readOnly: true }));
    while (client.usable) {
      news = new AbortController(); // news that comes during the look is heard after it
      await look(reader, client);
      void client.idle().catch(() => {}); // until the next look
      await sleep(LOOK_MS, undefined, { ref: false, signal: news.signal }).catch(() => {});
    }
    throw failure ?? new Error('the connection has ended');
  } catch (error) {
    throw failure ?? error;
  } finally {
    clearInterval(renewal);
    stopping.removeEventListener('abort', close);
    close();
  }
}

/** What a new mailbox holds already is not taken. One that was numbered anew is read from its last whole look on. */
async function meet({ app, mine, withheld }: Reader, { uidValidity, uidNext }: MailboxObject): Promise<void> {
  const em = forkEntityManager(app);
  const before = await em.findOneOrFail(Mailbox, mine);
  if (before.uidValidity === String(uidValidity)) return;
  withheld.clear();
  const since = before.uidValidity === null ? null : new Date(before.reachedAt!.getTime() - CLOCKS_MS);
  const lastUid = since ? 0 : uidNext - 1;
  await em.nativeUpdate(Mailbox, mine, { uidValidity: String(uidValidity), lastUid, since });
}

async function look(reader: Reader, client: ImapFlow): Promise<void> {
  const { app, mine } = reader;
  const em = forkEntityManager(app);
  const at = await hold(reader);
  if (at === null) throw new Error(TAKEN_OVER);
  const { lastUid, since, reachedAt } = await em.findOneOrFail(Mailbox, mine);
  await client.noop(); // some servers tell of new mails only then
  const mails: { uid: number; size: number; date: Date }[] = [];
  const facts = { uid: true, size: true, internalDate: true };
  for await (const { uid, size = 0, internalDate } of client.fetch(`${lastUid + 1}:*`, facts, { uid: true }))
    if (uid > lastUid) mails.push({ uid, size, date: new Date(internalDate ?? Date.now()) }); // * is the last of all
  mails.sort((a, b) => a.uid - b.uid);
  for (const { uid, size, date } of mails) {
    if (since && date < since) continue;
    if (size > MAIL_BYTES) await leave(reader, uid, TOO_LARGE);
    else {
      const isLate = reachedAt && date > reachedAt && Date.parse(at) - date.getTime() > LATE_MS;
      await take(reader, client, uid, isLate ? { createdAt: date } : {});
    }
  }
  const done = { lastUid: mails.at(-1)?.uid ?? lastUid, since: null, reachedAt: new Date(at), reason: null };
  await em.nativeUpdate(Mailbox, mine, done);
}

const take = (reader: Reader, client: ImapFlow, uid: number, facts: { createdAt?: Date }): Promise<void> =>
  inFolder(reader.app.env, async (folder) => {
    const file = path.join(folder, 'mail.eml');
    const isThere = await download(client, uid, file).catch(async (error: NodeJS.ErrnoException) => {
      const { app, withheld, stopping } = reader;
      if (error.errno || stopping.aborted) throw error; // of our disk, or wanted
      const since = withheld.get(uid) ?? app.clock.now();
      withheld.set(uid, since);
      if (app.clock.now() - since < WITHHELD_MS) throw error;
      return leave(reader, uid, 'its server does not give it');
    });
    if (isThere) await storeMail(reader.app, file, 'imap', facts, (tx) => moveOn(tx, reader.mine, uid));
  });

/** @returns false if somebody has removed it @throws what the server says, or the disk of this machine */
async function download(client: ImapFlow, uid: number, file: string): Promise<boolean> {
  const { content } = await client.download(String(uid), undefined, { uid: true, chunkSize: MIB / 2 });
  if (content) await pipeline(content, createWriteStream(file, { mode: 0o600 }));
  else if (await client.fetchOne(String(uid), { uid: true }, { uid: true })) throw new Error('the mail is kept back');
  return content !== undefined;
}

const leave = ({ app, mine }: Reader, uid: number, why: string): Promise<void> =>
  tellOfLeft(app, 'imap', `${why}: it stays in the mailbox`, (tx) => moveOn(tx, mine, uid));

/** @throws Error if another process has the mailbox, and with it this mail */
async function moveOn(tx: EntityManager, mine: Reader['mine'], uid: number): Promise<void> {
  const isMine = await tx.nativeUpdate(Mailbox, { ...mine, lastUid: { $lt: uid } }, { lastUid: uid });
  if (!isMine) throw new Error(TAKEN_OVER);
}
