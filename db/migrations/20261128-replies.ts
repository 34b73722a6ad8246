import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** Answers that staff write to visitors, each a mail that the queue sends. */
export class Replies extends Migration {
  override name = '20261128-replies';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
create table "replies" ("id" uuid not null default gen_random_uuid(), "message_id" int not null, "who" varchar(254) not null, "subject" text not null, "text" text not null, "state" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "created_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null, "submission_key" varchar(64) null, primary key ("id"));
alter table "replies" add constraint "replies_submission_key_unique" unique ("submission_key");
create index "replies_message" on "replies" ("message_id");
create index "replies_waiting" on "replies" ("created_at") where state = 'waiting';
alter table "replies" add constraint "replies_state_check" check ("state" in ('waiting', 'sent', 'failed'));
alter table "replies" add constraint "replies_message_id_foreign" foreign key ("message_id") references "messages" ("id") on delete cascade;

alter table "message_events" add "reply_id" uuid null;
alter table "message_events" add constraint "message_events_reply_id_foreign" foreign key ("reply_id") references "replies" ("id") on delete cascade;
alter table "message_events" drop constraint "message_events_kind_check";
alter table "message_events" add constraint "message_events_kind_check" check ("kind" in ('read', 'answered', 'reopened', 'note', 'reply', 'not-spam', 'trashed', 'restored'));
`);
  }
}
