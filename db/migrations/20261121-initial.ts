import { Migration } from '@mikro-orm/migrations';

/** Every table of the product, the totals of the inbox, and word to all processes when something changes. */
export class Initial extends Migration {
  override name = '20261121-initial';

  override up(): void {
    this.addSql(tables);
    this.addSql(messageCounts);
    this.addSql(changeNotices);
  }
}

const tables = `
create table "accounts" ("id" serial primary key, "email" varchar(254) not null, "password_hash" text not null, "created_at" timestamptz(3) not null default now());
alter table "accounts" add constraint "accounts_email_unique" unique ("email");
alter table "accounts" add constraint "accounts_email_lower" check (email = lower(email));

create table "messages" ("id" serial primary key, "name" text not null, "email" text not null, "subject" text not null, "message" text not null, "service_type" text null, "preferred_contact" text null, "is_read" boolean not null default false, "created_at" timestamptz(3) not null default now(), "submission_key" varchar(64) null);
alter table "messages" add constraint "messages_submission_key_unique" unique ("submission_key");
create index "messages_inbox" on "messages" ("is_read", "created_at", "id");
alter table "messages" add constraint "messages_service_type_check" check ("service_type" in ('general', 'rigging-supervision', 'lift-plan-review', 'equipment-assessment', 'training-request', 'other'));
alter table "messages" add constraint "messages_preferred_contact_check" check ("preferred_contact" in ('phone', 'email', 'either'));

create table "message_counts" ("shard" smallint not null, "is_read" boolean not null, "n" bigint not null default '0', primary key ("shard", "is_read"));

create table "notifications" ("id" uuid not null default gen_random_uuid(), "message_id" int not null, "payload" jsonb not null, "state" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "created_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null, primary key ("id"));
alter table "notifications" add constraint "notifications_message_unique" unique ("message_id");
alter table "notifications" add constraint "notifications_state_check" check ("state" in ('waiting', 'sent', 'failed'));

create table "page_content" ("id" serial primary key, "page_name" text not null, "section_key" varchar(80) not null, "content_value" text not null, "content_type" text not null, "display_order" int not null default 0, "version" int not null default 1, "updated_at" timestamptz(3) not null default now());
alter table "page_content" add constraint "page_content_key_unique" unique ("page_name", "section_key");
alter table "page_content" add constraint "page_content_value_length" check (char_length(content_value) between 1 and 10000);
alter table "page_content" add constraint "page_content_key_form" check (section_key ~ '^[a-z][a-z0-9_]*$');
alter table "page_content" add constraint "page_content_page_name_check" check ("page_name" in ('home', 'about', 'services', 'contact', 'footer'));
alter table "page_content" add constraint "page_content_content_type_check" check ("content_type" in ('heading', 'text', 'html', 'button', 'list', 'contact'));

create table "pdf_documents" ("id" serial primary key, "title" text not null, "description" text null, "file_path" varchar(255) not null, "size_bytes" int not null, "sha256" varchar(64) not null, "display_order" int not null default 0, "version" int not null default 1, "created_at" timestamptz(3) not null default now());
alter table "pdf_documents" add constraint "pdf_documents_file_path_unique" unique ("file_path");
create index "pdf_documents_display_order" on "pdf_documents" ("display_order", "id");

create table "rate_limits" ("key" varchar(128) not null, "hits" timestamptz[] not null, "last_hit_at" timestamptz(3) not null, primary key ("key"));
create index "rate_limits_last_hit_at" on "rate_limits" ("last_hit_at");

create table "services" ("id" serial primary key, "title" text not null, "content" text not null, "icon" varchar(40) null, "display_order" int not null, "version" int not null default 1, "created_at" timestamptz(3) not null default now());
create index "services_display_order" on "services" ("display_order", "id");

create table "sessions" ("id" serial primary key, "account_id" int not null, "access_token" varchar(64) not null, "refresh_token" varchar(64) not null, "previous_access_token" varchar(64) null, "previous_expires_at" timestamptz(3) null, "token_type" varchar(20) not null default 'bearer', "expires_in" int not null, "expires_at" timestamptz(3) not null, "refreshed_at" timestamptz(3) not null default now(), "created_at" timestamptz(3) not null default now());
create index "sessions_account" on "sessions" ("account_id");
alter table "sessions" add constraint "sessions_access_token_unique" unique ("access_token");
alter table "sessions" add constraint "sessions_refresh_token_unique" unique ("refresh_token");
create index "sessions_previous_access_token" on "sessions" ("previous_access_token");

create table "site_status" ("id" serial primary key, "maintenance_mode" boolean not null default false, "message" text null);

create table "users" ("id" int not null, "email" varchar(254) not null, "role" text not null, primary key ("id"));
alter table "users" add constraint "users_role_check" check ("role" in ('admin', 'editor', 'viewer'));

alter table "notifications" add constraint "notifications_message_id_foreign" foreign key ("message_id") references "messages" ("id") on delete cascade;

alter table "sessions" add constraint "sessions_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;

alter table "users" add constraint "users_id_foreign" foreign key ("id") references "accounts" ("id") on update cascade on delete cascade;
`;

// One shard a connection: writers update different rows and do not wait for one another's commit.
const messageCounts = `
create function count_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from message_counts;
    return null;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into message_counts as c (shard, is_read, n)
      select pg_backend_pid() % 16, is_read, count(*) from added group by is_read order by is_read
      on conflict (shard, is_read) do update set n = c.n + excluded.n;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    insert into message_counts as c (shard, is_read, n)
      select pg_backend_pid() % 16, is_read, -count(*) from removed group by is_read order by is_read
      on conflict (shard, is_read) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
create trigger messages_count_insert after insert on messages
  referencing new table as added for each statement execute function count_messages();
create trigger messages_count_update after update on messages
  referencing new table as added old table as removed for each statement execute function count_messages();
create trigger messages_count_delete after delete on messages
  referencing old table as removed for each statement execute function count_messages();
create trigger messages_count_truncate after truncate on messages
  for each statement execute function count_messages();
`;

// Heard by every process through LISTEN, also when the change was made by hand in SQL.
const changeNotices = `
create function notice_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', tg_table_name);
  return null;
end $$;
${['site_status', 'services', 'pdf_documents', 'page_content', 'messages', 'sessions']
  .map(
    (table) => `create trigger ${table}_notice after insert or update or delete or truncate on ${table}
  for each statement execute function notice_change();`,
  )
  .join('\n')}
`;
