import { Migration } from '@mikro-orm/migrations';

/** Passkeys, and the name by which authenticators know an account: one that says nothing about its owner. */
export class Passkeys extends Migration {
  override name = '20261208-passkeys';

  override up(): void {
    this.addSql(`
alter table "accounts" add column "handle" uuid not null default gen_random_uuid();

create table "passkeys" ("id" serial primary key, "account_id" int not null, "credential_id" varchar(1400) not null, "public_key" text not null, "counter" bigint not null, "transports" jsonb not null default '[]', "name" varchar(60) not null, "created_at" timestamptz(3) not null default now(), "last_used_at" timestamptz(3) null);
alter table "passkeys" add constraint "passkeys_credential_id_unique" unique ("credential_id");
create index "passkeys_account" on "passkeys" ("account_id");
alter table "passkeys" add constraint "passkeys_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;
`);
  }
}
