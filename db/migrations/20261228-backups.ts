import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** Backups that the site makes by itself. */
export class Backups extends Migration {
  override name = '20261228-backups';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
alter table settings add column "backup_at" varchar(5) null, add column "backup_since" timestamptz(3) not null default now();
create table backups ("id" uuid not null default gen_random_uuid(), "due" timestamptz(3) null, "state" text not null default 'waiting', "reason" text null, "name" text null, "size_bytes" bigint null, "attempts" int not null default 0, "created_at" timestamptz(3) not null default now(), "started_at" timestamptz(3) null, "ended_at" timestamptz(3) null, "held_until" timestamptz(3) null, primary key ("id"),
  constraint backups_due_unique unique (due),
  constraint backups_state_check check (state in ('waiting', 'running', 'done', 'failed')));
`);
  }
}
