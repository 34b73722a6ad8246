import { Migration } from '@mikro-orm/migrations';
import { indexInUse, withShortLocks } from './short-locks.ts';

/** Mails about enquiries that nobody has answered, and which enquiries have caused one. */
export class Reminders extends Migration {
  override name = '20261129-reminders';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(withShortLocks('alter table messages add column if not exists reminded_at timestamptz(3) null;'));
    this.addSql(
      `create table if not exists "reminders" ("id" uuid not null default gen_random_uuid(), "state" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "created_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null, primary key ("id"), constraint "reminders_state_check" check ("state" in ('waiting', 'sent', 'failed')));`,
    );
    const of = "messages (created_at) where folder = 'inbox' and answered_at is null and reminded_at is null";
    for (const sql of indexInUse('messages_not_reminded', 'index', of)) this.addSql(sql);
  }
}
