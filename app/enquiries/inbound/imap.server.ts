import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow, MailboxObject } from 'imapflow';
import type { App } from '#db/app.ts';
import { Mailbox } from '#db/entities/inbound-mail.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { withTempFolder } from '../../http/files/received-file.server.ts';
import { log } from '../../http/log.server.ts';
import { describeFailure, download, listMails, readMailServer, type ListedMail } from './mail-server.server.ts';
import { MAIL_BYTES, storeMail, recordSkippedMail, TOO_LARGE } from './store-mail.server.ts';

const LEASE_S = 40;
const RENEW_MS = 10_000;
const LEASE_RETRY_MS = 5000; // while another process has the lease
const POLL_MS = 60_000;
const LATE_MS = 2 * POLL_MS; // the answer clock of an older mail begins when the mail came
const BACKOFF_MS = { first: 1000, most: 60_000 };
const STOP_WAIT_MS = 2500;
const CLOCK_SKEW_MS = 600_000; // allowed between the clocks of mail server and database
const WITHHELD_MS = 3_600_000; // how long a mail that the server does not give is asked for, while later ones wait
const DRIPS = { bytes: 65_536, renewals: 30 }; // a server that says less in that time when it is asked something hangs

const TAKEN_OVER = 'another process reads the mailbox by now';

interface Reader {
  app: App;
  server: NonNullable<ReturnType<typeof readMailServer>>;
  /** Selects the mailbox's row, as long as this reader has its lease. */
  mine: { name: string; heldBy: string };
  /** Since when the server has not given a mail, by its UID. */
  withheld: Map<number, number>;
  /** How often the lease was renewed since something was read. */
  quiet: number;
  stopping: AbortSignal;
}

/** Reads new mails from the mailbox of `INBOUND_IMAP_URL`, in one process at a time. @returns what stops it */
export function followMailbox(app: App): () => Promise<void> {
  const server = readMailServer(app.env);
  if (!server) return () => Promise.resolve();
  const end = new AbortController();
  const mine = { name: server.name, heldBy: randomUUID() };
  const following = follow({ app, server, mine, withheld: new Map(), quiet: 0, stopping: end.signal });
  return async () => {
    end.abort();
    await Promise.race([following, sleep(STOP_WAIT_MS, undefined, { ref: false })]);
  };
}

async function follow(reader: Reader): Promise<void> {
  const { app, mine, stopping } = reader;
  let wait = BACKOFF_MS.first;
  let logged: string | null = null;
  while (!stopping.aborted) {
    let reason: string | null = null;
    let isHeld = false;
    const began = performance.now();
    try {
      isHeld = (await renewLease(reader)) !== null;
      if (isHeld) await readMailbox(reader);
    } catch (error) {
      if (performance.now() - began > POLL_MS) [wait, logged] = [BACKOFF_MS.first, null]; // it worked for a while
      reason = stopping.aborted ? null : describeFailure(error);
      if (reason && reason !== logged) log.warn({ reason, err: error }, 'mailbox not read');
      logged = reason;
    }
    // Gives up the lease, as another process may succeed. If this fails, the lease expires by itself.
    const released = { heldBy: null, heldUntil: null, ...(reason && { reason }) };
    if (isHeld) await forkEntityManager(app).nativeUpdate(Mailbox, mine, released).catch(() => {}); // oxfmt-ignore
    await sleep(isHeld || reason ? wait : LEASE_RETRY_MS, undefined, { ref: false, signal: stopping }).catch(() => {});
    if (reason) wait = Math.min(wait * 2, BACKOFF_MS.most);
  }
}

/** Takes or renews the lease. @returns the database's time; null if another process has the lease */
async function renewLease({ app, mine }: Reader): Promise<string | null> {
  // SQL: by the database's clock, so that one of several processes gets it. A lease that would last too long dates from
  // before that clock was set back, and counts as expired.
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
  let wakeUp = new AbortController();
  for (const event of ['exists', 'close'] as const) client.on(event, () => wakeUp.abort());
  const close = () => client.close();
  stopping.addEventListener('abort', close);
  let heard = (reader.quiet = 0);
  const renewal = setInterval(() => {
    void renewLease(reader).then((at) => at ?? close(), close);
    const { received } = client.stats();
    if (received > heard + DRIPS.bytes) [heard, reader.quiet] = [received, 0];
    else if (++reader.quiet > DRIPS.renewals) {
      failure ??= new Error('the server hangs');
      close();
    }
  }, RENEW_MS);
  try {
    await client.connect();
    await prepareMailbox(reader, await client.mailboxOpen(server.folder, { readOnly: true }));
    while (client.usable) {
      wakeUp = new AbortController(); // mails that come while it reads are read in the next round
      await readNewMails(reader, client);
      void client.idle().catch(() => {}); // until the next round
      reader.quiet = -Infinity; // it may say nothing now
      await sleep(POLL_MS, undefined, { ref: false, signal: wakeUp.signal }).catch(() => {});
      reader.quiet = 0;
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

/**
 * Skips what a new mailbox holds at the first try to read it, also if that fails. If the server has renumbered a mailbox,
 * reading begins at the last full round.
 */
async function prepareMailbox({ app, mine, withheld }: Reader, { uidValidity, uidNext }: MailboxObject): Promise<void> {
  const em = forkEntityManager(app);
  const { uidValidity: before, reachedAt, reason } = await em.findOneOrFail(Mailbox, mine);
  if (before === String(uidValidity)) return;
  withheld.clear();
  const isFirstTry = before === null && !reason;
  const earlier = before === null ? 1000 : CLOCK_SKEW_MS; // servers date mails by whole seconds
  const since = isFirstTry ? null : new Date(reachedAt!.getTime() - earlier);
  await em.nativeUpdate(Mailbox, mine, { uidValidity: String(uidValidity), lastUid: since ? 0 : uidNext - 1, since });
}

async function readNewMails(reader: Reader, client: ImapFlow): Promise<void> {
  const { app, mine } = reader;
  const em = forkEntityManager(app);
  const at = await renewLease(reader);
  if (at === null) throw new Error(TAKEN_OVER);
  const { lastUid, since, reachedAt } = await em.findOneOrFail(Mailbox, mine);
  await client.noop(); // some servers report new mails only now
  const mails = await listMails(client, lastUid);
  for (const { uid, size, date } of mails) {
    if (since && date < since) continue;
    if (size > MAIL_BYTES) await skipMail(reader, uid, TOO_LARGE);
    else {
      const isLate = reachedAt && date > reachedAt && Date.parse(at) - date.getTime() > LATE_MS;
      await takeMail(reader, client, { uid, size }, isLate ? { createdAt: date } : {});
    }
    reader.quiet = 0;
  }
  const done = { lastUid: mails.at(-1)?.uid ?? lastUid, since: null, reachedAt: new Date(at), reason: null };
  await em.nativeUpdate(Mailbox, mine, done);
}

const takeMail = (reader: Reader, client: ImapFlow, mail: ListedMail, facts: { createdAt?: Date }): Promise<void> =>
  withTempFolder(reader.app.env, async (folder) => {
    const file = path.join(folder, 'mail.eml');
    const { uid } = mail;
    const isThere = await download(client, mail, file).catch(async (error: NodeJS.ErrnoException) => {
      const { app, withheld, stopping } = reader;
      if (error.errno || stopping.aborted) throw error; // our disk failed, or the process stops
      const since = withheld.get(uid) ?? app.clock.now();
      withheld.set(uid, since);
      if (app.clock.now() - since < WITHHELD_MS) throw error;
      return skipMail(reader, uid, 'its server does not give it');
    });
    if (isThere) await storeMail(reader.app, file, 'imap', facts, (tx) => saveLastUid(tx, reader.mine, uid));
  });

const skipMail = ({ app, mine }: Reader, uid: number, why: string): Promise<void> =>
  recordSkippedMail(app, 'imap', `${why}: it stays in the mailbox`, (tx) => saveLastUid(tx, mine, uid));

/** @throws Error if another process has the lease by now: it will read this mail */
async function saveLastUid(tx: EntityManager, mine: Reader['mine'], uid: number): Promise<void> {
  const isMine = await tx.nativeUpdate(Mailbox, { ...mine, lastUid: { $lt: uid } }, { lastUid: uid });
  if (!isMine) throw new Error(TAKEN_OVER);
}
