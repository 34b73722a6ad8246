import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** When maintenance begins and ends by itself, and who may look behind its screen. */
export class MaintenanceWindows extends Migration {
  override name = '20261212-maintenance-windows';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
alter table "site_status" add column "starts_at" timestamptz(3) null, add column "ends_at" timestamptz(3) null;
create function forget_window() returns trigger language plpgsql as $$
begin
  if new.starts_at is not distinct from old.starts_at and new.ends_at is not distinct from old.ends_at then
    new.starts_at := null;
    new.ends_at := null;
  end if;
  return new;
end $$;
create trigger site_status_window before update of maintenance_mode on site_status
  for each row execute function forget_window();

alter table "sessions" add column "is_looking" boolean not null default false;

create table "preview_links" ("id" serial primary key, "name" varchar(80) not null, "token_hash" varchar(64) not null, "account_id" int not null, "created_at" timestamptz(3) not null default now(), "ends_at" timestamptz(3) not null);
alter table "preview_links" add constraint "preview_links_token_hash_unique" unique ("token_hash");
create index "preview_links_account" on "preview_links" ("account_id");
alter table "preview_links" add constraint "preview_links_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;
`);
  }
}
