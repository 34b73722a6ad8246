import { Migration } from '@mikro-orm/migrations';

/** What accounts need to be invited, recovered and accountable: links, mails to staff, and what activities are about. */
export class AccountsAndTokens extends Migration {
  override name = '20261204-accounts-and-tokens';

  override up(): void {
    this.addSql(`
alter table "accounts" add column "deactivated_at" timestamptz(3) null, add column "last_sign_in_at" timestamptz(3) null;

alter table "sessions" add column "device" varchar(120) not null default 'Unknown device', add column "address" varchar(64) null, add column "last_used_at" timestamptz(3) not null default now(), add column "password_at" timestamptz(3) null;

create table "account_tokens" ("token_hash" varchar(64) not null, "purpose" text not null, "account_id" int null, "email" varchar(254) not null, "facts" jsonb not null default '{}', "tries" int not null default 0, "created_at" timestamptz(3) not null default now(), "expires_at" timestamptz(3) not null, primary key ("token_hash"));
alter table "account_tokens" add constraint "account_tokens_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "account_tokens" add constraint "account_tokens_purpose_check" check ("purpose" in ('invite', 'reset', 'code', 'passkey'));
create index "account_tokens_account" on "account_tokens" ("account_id");
create index "account_tokens_email" on "account_tokens" ("email", "purpose");

create table "staff_mails" ("id" uuid not null default gen_random_uuid(), "email" varchar(254) not null, "kind" text not null, "sealed" text null, "state" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "created_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null, primary key ("id"));
alter table "staff_mails" add constraint "staff_mails_state_check" check ("state" in ('waiting', 'sent', 'failed'));

alter table "activities" add column "noun" varchar(40) null, add column "noun_id" int null;
`);
  }
}
