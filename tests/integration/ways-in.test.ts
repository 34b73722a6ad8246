import fs from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { shiftClock } from '../faults/shifted-clock.ts';
import { startApp } from '../support/app.ts';
import { DAY_MS } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { makeMail, startDovecot } from '../support/dovecot.ts';
import { fileLike } from '../support/enquiry-files.ts';
import { forFile } from '../support/for-test.ts';
import { mailWithFiles } from '../support/mail-with-files.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { markupOf } from '../support/expect-page.ts';
import { visitAs } from '../support/visitor.ts';

const PASSWORD = 'a password of the webhook';

const { url: DATABASE_URL, sql } = await testDatabase();
const dovecot = await startDovecot();
const s3 = forFile(await startS3Server());
afterAll(() => dovecot?.remove());
const inbound = { INBOUND_ADDRESS: 'enquiries@example.com', INBOUND_WEBHOOK_PASSWORD: PASSWORD };
const byMailbox = dovecot && { INBOUND_IMAP_URL: dovecot.url() };
const site = forFile(await startApp({ DATABASE_URL, ...s3Env(s3.settings), ...inbound, ...byMailbox }));
afterEach(() => shiftClock(0));
const admin = await visitAs(site, sql, 'admin');
const soon = { timeout: 20_000, interval: 50 };

const inbox = path.join(site.dataDir, 'inbox');
const headers = { Authorization: `Basic ${btoa(`postmark:${PASSWORD}`)}` };
/** Ways in that depend on a clock. */
const ways: Record<string, (mail: string) => unknown> = {
  'the folder': (mail) => {
    fs.mkdirSync(inbox, { recursive: true });
    fs.writeFileSync(path.join(inbox, `${Math.random()}.eml`), mail);
  },
  ...(dovecot && { 'the mailbox': (mail: string) => dovecot.deliver(mail) }),
};
beforeAll(async () => {
  if (dovecot)
    await vi.waitUntil(async () => (await sql('select 1 from mailboxes where uid_validity > 0')).length, soon);
});

const enquiriesAbout = (subject: string) =>
  sql<{ id: number; seconds: number }>(
    'select id, extract(epoch from now() - created_at)::float8 as seconds from messages where subject = $1',
    [subject],
  );
const cameOnce = async (subject: string) => {
  await expect.poll(() => enquiriesAbout(subject), soon).toHaveLength(1);
  return (await enquiriesAbout(subject))[0]!;
};

it('a mail with files comes into a bucket, and out of it to admins alone, until it is erased', async () => {
  const subject = 'Drawings';
  const files = [fileLike('pdf', 'plan.pdf', 3_000_000), fileLike('png', 'site.png')];
  const mail = await mailWithFiles(subject, [...files, fileLike('none', 'tool.exe')]);
  const before = await s3.keys();
  await fetch(site.url + paths.inboundPostmark, { method: 'POST', body: JSON.stringify({ RawEmail: mail }), headers });
  const { id } = await cameOnce(subject);
  const page = await markupOf(admin.get(paths.admin.message(id)));
  expect(page).toMatch(/The drawing is attached\..*plan\.pdf.*site\.png/s);
  expect(page).toContain('tool.exe'); // skipped, and reported
  const links = [...page.matchAll(/href="(\/admin\/messages\/(?:\d+\/files|mails)\/[^"]+)"/g)].map(([, to]) => to!);
  const stored = [...(await Promise.all(files.map((file) => file.bytes()))), Buffer.from(mail)];
  expect(links).toHaveLength(stored.length);
  for (const [n, link] of links.entries()) {
    const answer = await admin.get(link);
    expect(answer.headers.get('content-disposition'), link).toMatch(/^attachment/);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isStored = stored.some((each) => bytes.equals(each));
    expect(isStored, `${n} of ${links.join()}`).toBe(true);
  }
  expect((await s3.keys()).length).toBe(before.length + stored.length);
  const email = await sql.value<string>('select email from messages where id = $1', [id]);
  await admin.post(paths.admin.person(email), { confirmation: email });
  await expect.poll(async () => (await s3.keys()).sort(), soon).toEqual(before.sort());
});

describe.each(Object.entries(ways))('by %s', (way, bring) => {
  it.each([
    ['ahead', 3 * DAY_MS],
    ['back', -3 * DAY_MS],
  ])('mails come once, at the time of the database, though the clock of the machine jumps %s', async (where, ms) => {
    await bring(makeMail(`Before it jumps ${where}, by ${way}`));
    shiftClock(ms);
    await bring(makeMail(`After it jumped ${where}, by ${way}`));
    for (const moment of ['Before it jumps', 'After it jumped']) {
      const { seconds } = await cameOnce(`${moment} ${where}, by ${way}`);
      expect(seconds).toBeLessThan(60);
      expect(seconds).toBeGreaterThanOrEqual(0);
    }
  });

  if (way !== Object.keys(ways).at(-1)) return; // the mailbox stores more times than the others

  it.each([
    ['back', '+'], // then the stored time is later
    ['ahead', '-'],
  ])('mails come once, though the clock of the database jumps %s', async (where, sign) => {
    const [before, after] = [`Before the database jumps ${where}, by ${way}`, `After that, ${where}, by ${way}`];
    await sql(`create function queued_before() returns trigger language plpgsql as
        $$begin new.run_at = now() ${sign} interval '3 hours'; return new; end$$;
      create trigger queued_before before insert on graphile_worker._private_jobs for each row
        execute function queued_before()`);
    await bring(makeMail(before));
    const came = () => sql(`select 1 from inbound_mails where state = 'waiting' or subject = $1`, [before]);
    await expect.poll(came, soon).toHaveLength(1);
    await sql(`drop function queued_before cascade;
      update mailboxes set reached_at = reached_at ${sign} interval '3 hours', held_until = held_until ${sign} interval '3 hours'`);
    await bring(makeMail(after));
    await cameOnce(before);
    await cameOnce(after);
  });
});

it.runIf(dovecot)('a mail that its server does not give keeps those behind it an hour; staff are told', async () => {
  dovecot!.deliver(makeMail('Not given'), new Date(), 0);
  dovecot!.deliver(makeMail('Behind it'));
  await expect.poll(() => sql.value<string | null>('select reason from mailboxes'), soon).not.toBeNull();
  expect(await enquiriesAbout('Behind it')).toEqual([]);
  shiftClock(DAY_MS / 24);
  await cameOnce('Behind it');
  const words = '1 mail that came in cannot be read, because its server does not give it: it stays in the mailbox.';
  expect(await markupOf(admin.get(paths.admin.dashboard))).toContain(words);
});
