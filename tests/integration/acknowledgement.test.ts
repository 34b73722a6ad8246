import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { emptyTables } from '../support/content.ts';
import { testTwoMailingSites } from '../support/database.ts';
import { sendEnquiry, type Fields } from '../support/enquiries.ts';
import { endMails, tryMailsNow } from '../support/send-at-once.ts';
import { textOf } from '../support/expect-page.ts';
import { visitAs } from '../support/visitor.ts';

const { site, second, sql, postmark } = await testTwoMailingSites();
const admin = await visitAs(site, sql, 'admin');

let clients = 0;
/** Sends each enquiry from another client, so that only the limits of acknowledgements count. */
const send = async (fields: Fields, to = site) => {
  const client = { 'X-Forwarded-For': `10.1.${clients >> 8}.${clients++ & 255}` };
  expect((await sendEnquiry(to.url, fields, client)).status).toBe(303);
};
const count = () => sql.value<number>('select count(*)::int as n from acknowledgements');
const states = () => sql<{ state: string; reason: string | null }>('select state, reason from acknowledgements');
const settled = async (state: string) => {
  await expect.poll(async () => (await states())[0]?.state, { timeout: 15_000 }).toBe(state);
  return (await states())[0]!;
};
const switchTo = async (acknowledgement: boolean) => {
  const row = await sql.row('select version from settings');
  const form = { version: String(row.version), ...(acknowledgement ? { acknowledgement: 'on' } : {}) };
  expect((await admin.post(paths.admin.settings, form)).status).toBe(303);
};
const clear = async () => {
  await emptyTables(sql, 'messages');
  await sql('delete from rate_limits');
};
const later = (key: string, span: string) =>
  sql(
    `update rate_limits set hits = (select array_agg(h - $2::interval) from unnest(hits) h) where starts_with(key, $1)`,
    [`${key}:`, span],
  );
const readDetails = () => textOf(admin.get(paths.admin.message(1)));

beforeEach(async () => {
  postmark.behave({ kind: 'well' });
  await clear();
  await endMails(sql);
  postmark.taken.length = 0;
});

it('is off by default', async () => {
  await send({ email: 'ann@example.com' });
  expect(await sql('select acknowledgement from settings')).toEqual([{ acknowledgement: false }]);
  expect(await count()).toBe(0);
});

describe('switched on', () => {
  beforeAll(async () => {
    await switchTo(true);
    // The second process follows.
    for (const process of [site, second])
      await vi.waitFor(async () => {
        await send({ email: `${randomUUID()}@example.com` }, process);
        expect(await count()).toBeGreaterThan(0);
        await clear();
      }, 10_000);
    await endMails(sql);
  });
  const acknowledgements = () => postmark.taken.filter(({ To }) => To !== 'office@example.com');

  it('goes to the bare address with reference, promise and phones, marks itself automatic, and holds nothing else that was typed', async () => {
    await send({
      fullName: 'Canaryname <b>X</b>',
      companyName: 'Canarycompany',
      subject: 'Canarysubject',
      message: 'Canarymessage https://canary.example',
      phone: '868 555 0177',
      email: 'Ann@Example.com',
    });
    await settled('sent');
    const reference = await sql.value<string>('select reference from messages');
    const [mail, ...others] = acknowledgements();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      From: 'site@example.com',
      To: 'Ann@Example.com',
      ReplyTo: 'office@example.com',
      Subject: `We have your enquiry ${reference}`,
    });
    expect(JSON.stringify(mail)).not.toMatch(/canary|555 0177/i);
    expect(mail!.Headers).toContainEqual({ Name: 'Auto-Submitted', Value: 'auto-replied' });
    const phones = await sql<{ phone: string }>(
      "select content_value as phone from page_content where section_key in ('phone_1', 'phone_2')",
    );
    expect(phones).toHaveLength(2);
    for (const body of [mail!.TextBody, mail!.HtmlBody])
      for (const text of [reference, 'We answer within 24 hours', ...phones.map(({ phone }) => phone)])
        expect(body).toContain(text);
    expect(await readDetails()).toMatch(/Received .*Acknowledged\s+, \d/s);
  });

  it('is one a day for an address however it is capitalised, sent to two processes at once', async () => {
    const spellings = ['ann@example.com', 'ANN@example.com', 'ann@EXAMPLE.com', 'Ann@Example.Com'];
    await Promise.all(Array.from({ length: 20 }, (_, i) => send({ email: spellings[i % 4] }, i % 2 ? site : second)));
    expect(await sql('select 1 from messages')).toHaveLength(20);
    expect(await count()).toBe(1);
    await later('acknowledgement', '23 hours');
    await send({ email: 'ann@example.com' });
    expect(await count()).toBe(1);
    await later('acknowledgement', '2 hours');
    const same = { email: 'ann+1@example.com', formId: 'the-same' }; // a tag does not make another address
    await send(same);
    expect(await count()).toBe(2);
    await later('acknowledgement', '25 hours');
    await send(same); // the same form again
    expect(await count()).toBe(2);
    await send({ email: 'a.nn@example.com' });
    expect(await count()).toBe(3);
  });

  it('goes out 100 times an hour in all, by two processes at once, and again when the hour is over', async () => {
    await send({ email: 'first@example.com' });
    await sql("update rate_limits set hits = array_fill(now(), array[90]) where starts_with(key, 'acknowledgements:')");
    await Promise.all(Array.from({ length: 20 }, (_, i) => send({ email: `${i}@example.com` }, i % 2 ? site : second)));
    expect(await sql('select 1 from messages')).toHaveLength(21);
    expect(await count()).toBe(1 + 10);
    await send({ email: 'late@example.com' });
    expect(await count()).toBe(11);
    await later('acknowledgements', '61 minutes');
    await send({ email: 'late@example.com' }); // the full hour does not count against this one
    expect(await count()).toBe(12);
    await sql("update rate_limits set hits = array_fill(now() + interval '61 seconds', array[100])"); // of a clock that was ahead
    await send({ email: 'late@example.com' });
    expect(await count()).toBe(13);
  });

  it('is not for suspected spam, also when staff find that it is none', async () => {
    await send({ email: 'ann@example.com', website: 'filled in' });
    expect(await sql('select folder from messages')).toEqual([{ folder: 'spam' }]);
    await admin.post(paths.admin.message(1), { intent: 'not-spam' });
    expect(await sql('select folder from messages')).toEqual([{ folder: 'inbox' }]);
    expect(await count()).toBe(0);
    await send({ email: 'ann@example.com' }); // the spam does not count
    expect(await count()).toBe(1);
  });

  it('that is refused is recorded in the activity of its enquiry', async () => {
    postmark.behave({ kind: 'error', status: 422, code: 406 });
    await send({ email: 'ann@example.com' });
    expect(await settled('failed')).toMatchObject({ reason: expect.stringContaining('answered 422 (code 406)') });
    expect(await readDetails()).toMatch(
      /Acknowledgement failed\s*, .+, \d\d:\d\d\s+mail service answered 422 \(code 406\)/,
    );
  });

  const aDayPasses = () => sql("update messages set created_at = created_at - interval '25 hours'");
  it.each([
    ['is a day late', aDayPasses, 'it could not be sent within 24 hours'],
    ['was switched off', () => switchTo(false), 'it was switched off in Settings before it was sent'], // the last row
  ])('that waits is not sent any more when it %s', async (_, happens, reason) => {
    postmark.behave({ kind: 'error', status: 503 });
    await send({ email: 'ann@example.com' });
    await expect.poll(async () => (await states())[0]!.reason, { timeout: 8000 }).toContain('503');
    await happens();
    postmark.behave({ kind: 'well' });
    await tryMailsNow(sql);
    expect(await settled('failed')).toMatchObject({ reason });
    expect(acknowledgements()).toEqual([]);
  });
});
