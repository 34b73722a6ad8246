import { expect, it, vi } from 'vitest';
import { accounts } from '#app/accounts/accounts.area.server.ts';
import { audit } from '#app/audit/audit.area.server.ts';
import { content } from '#app/content/content.area.server.ts';
import { enquiries } from '#app/enquiries/enquiries.area.server.ts';
import { http } from '#app/http/http.area.server.ts';
import { startPeriodicWork } from '#app/http/periodic-work.server.ts';
import { maintenance } from '#app/maintenance/maintenance.area.server.ts';
import { add, ago, DAY_MS } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';
import { makeAccount } from '../support/accounts.ts';

const { sql, connection } = await testDatabase();
const app = await openTestApp(connection);

it('a process that never lives for an hour sweeps everything all the same', async () => {
  const { accountId, email } = await makeAccount(sql, 'admin');
  const old = ago(31 * DAY_MS);
  await add(sql, 'messages', [
    { folder: 'spam', trashed_at: null, created_at: old },
    { folder: 'trash', trashed_at: old, created_at: old },
    { folder: 'inbox', trashed_at: null, created_at: ago(800 * DAY_MS) },
    { folder: 'inbox', trashed_at: null, created_at: ago(400 * DAY_MS) },
  ]);
  await sql('update settings set retention_months = 24');
  await sql('insert into rate_limits (key, hits, last_hit_at) values ($1, array[]::timestamptz[], $2)', ['x', old]);
  await sql(
    `insert into sessions (account_id, access_token, refresh_token, expires_in, expires_at, refreshed_at, created_at) values ($1, 'a', 'b', 1, $2, $2, $2)`,
    [accountId, old],
  );
  await sql(`insert into account_tokens (token_hash, purpose, email, expires_at) values ('t', 'reset', $1, $2)`, [
    email,
    old,
  ]);
  await sql(`insert into preview_links (name, token_hash, account_id, ends_at) values ('x', 'y', $1, $2)`, [
    accountId,
    old,
  ]);
  await sql(
    `insert into staff_mails (email, kind, state, created_at) values ('gone@example.com', 'reset', 'sent', $1)`,
    [old],
  );
  await sql(`insert into staff_mails (email, kind, state) values ('new@example.com', 'reset', 'sent')`);
  await sql(
    `insert into activities (at, kind, who, what) values (now() - interval '400 days', 'sign-in', 'x', 'Signed in')`,
  );

  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  const stop = startPeriodicWork(app, [http, audit, accounts, maintenance, content, enquiries]);
  vi.advanceTimersByTime(20_000);
  vi.useRealTimers();
  const left = async () =>
    Object.fromEntries(
      await Promise.all(
        ['messages', 'rate_limits', 'sessions', 'account_tokens', 'preview_links', 'staff_mails', 'activities'].map(
          async (table) => [table, (await sql(`select 1 from ${table}`)).length],
        ),
      ),
    );
  await expect.poll(left).toEqual({
    messages: 1,
    rate_limits: 1, // of the night's deletions
    sessions: 0,
    account_tokens: 0,
    preview_links: 0,
    staff_mails: 1,
    activities: 2, // tell of the messages
  });
  stop();
});
