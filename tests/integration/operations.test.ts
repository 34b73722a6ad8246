import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { siteOn, testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { forFile } from '../support/for-test.ts';

const METRICS_TOKEN = 'only for the tests of this project';
const document = fs.readFileSync('docs/operations.md', 'utf8');
const alerts = fs.readFileSync('docs/deploy/alerts.yml', 'utf8');
const { connection, sql } = await testDatabase();
const network = forFile(await startFaultProxy(`${connection.host}/.s.PGSQL.${connection.port}`));
const DATABASE_URL = `postgres://${connection.user}@127.0.0.1:${network.port}/${connection.database}`;
const mailbox = { INBOUND_ADDRESS: 'in@example.com', INBOUND_IMAP_URL: 'imap://in:secret@127.0.0.1:9/INBOX' };
const product = await siteOn(DATABASE_URL, { METRICS_TOKEN, ...mailbox });

const metrics = async () =>
  (await fetch(`${product.url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } })).text();
const given = async () => [...(await metrics()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!).sort();
const valueOf = async (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await metrics())?.[1]);

it('the document names each metric that there is, and no other', async () =>
  expect([...document.matchAll(/^\| `([a-z_]+)` +\|/gm)].map(([, name]) => name!).sort()).toEqual(await given()));

it('each alert goes by metrics that there are, and leads to a heading of the document', async () => {
  const used = [...alerts.matchAll(/\b([a-z_]+)\{job=/g)].map(([, name]) => name!.replace(/_(count|bucket)$/, ''));
  expect(new Set(used).difference(new Set(['up', ...(await given())]))).toEqual(new Set());
  const headings = new Set([...document.matchAll(/^## (.+)$/gm)].map(([, words]) => words!.toLowerCase()));
  const led = [...alerts.matchAll(/runbook: docs\/operations\.md#(\S+)/g)].map(([, anchor]) => anchor!);
  expect(led).toHaveLength(alerts.match(/- alert: /g)!.length);
  for (const anchor of led) expect(headings).toContain(anchor);
});

it('the age of a waiting enquiry is shown, and of one without a notification as well', async () => {
  expect(await valueOf('enquiries_waiting')).toBe(0);
  expect(await valueOf('enquiries_oldest_waiting_seconds')).toBe(0);
  for (const name of ['Ann Waits', 'Bob Untold'])
    expect((await sendEnquiry(product.url, { fullName: name })).status).toBe(303);
  await expect.poll(() => sql(`select 1 from notifications where state = 'waiting'`)).toEqual([]);
  await sql(
    `update messages set created_at = now() - case name when 'Ann Waits' then interval '20 h' else interval '3 h' end`,
  );
  expect(await valueOf('enquiries_waiting')).toBe(2);
  expect(await valueOf('enquiries_oldest_waiting_seconds')).toBeCloseTo(20 * 3600, -3);
  expect(await valueOf('enquiries_untold_seconds')).toBe(0);

  await sql(`update notifications set state = 'failed', reason = 'refused'
    where message_id = (select id from messages where name = 'Bob Untold')`);
  expect(await valueOf('enquiries_untold_seconds')).toBeCloseTo(3 * 3600, -3);
  await sql(`update messages set answered_at = now(), answered_by = 'ann@example.com'`);
  expect(await valueOf('enquiries_untold_seconds')).toBe(0);
  expect(await valueOf('enquiries_waiting')).toBe(0);
});

it('the time since a mailbox was last read is shown', async () => {
  await expect.poll(() => sql('select 1 from mailboxes')).toHaveLength(1);
  await sql(`update mailboxes set reached_at = now() - interval '2 h';
    insert into mailboxes (name, reached_at) values ('a former one', now() - interval '2 years')`);
  expect(await valueOf('mailbox_unread_seconds')).toBeCloseTo(2 * 3600, -3);
});

it('maintenance, a lost store and a lost database are told as 1 or 0', async () => {
  expect(await valueOf('database_up')).toBe(1);
  expect(await valueOf('document_store_up')).toBe(1);
  expect(await valueOf('maintenance_on')).toBe(0);
  await sql('update site_status set maintenance_mode = true');
  await expect.poll(() => valueOf('maintenance_on')).toBe(1);
  await sql('update site_status set maintenance_mode = false');

  const folder = path.join(product.dataDir, 'documents');
  fs.renameSync(folder, `${folder}-away`);
  fs.writeFileSync(folder, 'no folder');
  expect(await valueOf('document_store_up')).toBe(0);
  fs.rmSync(folder);
  fs.renameSync(`${folder}-away`, folder);
  expect(await valueOf('document_store_up')).toBe(1);

  network.behave({ kind: 'refuses' });
  network.cut();
  await expect.poll(() => valueOf('database_up')).toBe(0);
  expect(await valueOf('enquiries_waiting')).toBeNaN(); // an unknown value triggers no alert
  await expect.poll(() => valueOf('change_notices_down_seconds')).toBeGreaterThan(0);
  network.behave({ kind: 'well' });
  await expect.poll(() => valueOf('database_up')).toBe(1);
  await expect.poll(() => valueOf('change_notices_down_seconds')).toBe(0);
});
