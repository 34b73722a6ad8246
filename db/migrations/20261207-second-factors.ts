import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** The second factor of an account, its recovery codes, and whether admins have to have one. */
export class SecondFactors extends Migration {
  override name = '20261207-second-factors';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
create table "second_factors" ("account_id" int not null, "sealed" text not null, "last_step" int not null, "created_at" timestamptz(3) not null default now(), primary key ("account_id"));
alter table "second_factors" add constraint "second_factors_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on update cascade on delete cascade;

create table "recovery_codes" ("code_hash" varchar(64) not null, "account_id" int not null, primary key ("code_hash"));
alter table "recovery_codes" add constraint "recovery_codes_account_id_foreign" foreign key ("account_id") references "second_factors" ("account_id") on delete cascade;
create index "recovery_codes_account" on "recovery_codes" ("account_id");

alter table "settings" add column "second_factor_for_admins" boolean not null default false;

-- Whether an account would have to set a second factor up if it were an admin's.
create function lacks_second_factor(account int) returns boolean language sql stable as $$
  select exists (select 1 from settings where second_factor_for_admins)
    and not exists (select 1 from second_factors f where f.account_id = account)
$$;
`);
  }
}
