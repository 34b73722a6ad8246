import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** What admins set, in one row that every process follows, and the mails that acknowledge enquiries. */
export class Settings extends Migration {
  override name = '20261130-settings';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
create table "settings" ("id" int not null default 1, "acknowledgement" boolean not null default false, "retention_months" int null, "version" int not null default 1, primary key ("id"));
alter table "settings" add constraint "settings_one_row" check (id = 1);
alter table "settings" add constraint "settings_retention_months" check (retention_months >= 12);
insert into "settings" default values;
create trigger settings_notice after insert or update or delete or truncate on settings
  for each statement execute function notice_change();

create table "acknowledgements" ("id" uuid not null default gen_random_uuid(), "message_id" int not null, "state" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "created_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null, primary key ("id"));
alter table "acknowledgements" add constraint "acknowledgements_message_unique" unique ("message_id");
alter table "acknowledgements" add constraint "acknowledgements_state_check" check ("state" in ('waiting', 'sent', 'failed'));
alter table "acknowledgements" add constraint "acknowledgements_message_id_foreign" foreign key ("message_id") references "messages" ("id") on delete cascade;
`);
  }
}
