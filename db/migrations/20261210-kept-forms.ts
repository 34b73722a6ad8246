import { Migration } from '@mikro-orm/migrations';

/** Forms that were sent after their session had ended, for half an hour. */
export class KeptForms extends Migration {
  override name = '20261210-kept-forms';

  override up(): void {
    this.addSql(`
create table "kept_forms" ("key_hash" varchar(64) not null, "account_id" int not null, "page_hash" varchar(64) not null, "sealed" text not null, "expires_at" timestamptz(3) not null, primary key ("key_hash"));
alter table "kept_forms" add constraint "kept_forms_account_id_foreign" foreign key ("account_id") references "accounts" ("id") on delete cascade;
create index "kept_forms_account" on "kept_forms" ("account_id");
`);
  }
}
