import { Migration } from '@mikro-orm/migrations';

/** Addresses that have moved or are gone, and those that visitors did not find. */
export class Redirects extends Migration {
  override name = '20261224-redirects';

  override up(): void {
    this.addSql(`
create table "redirects" ("id" serial primary key, "from_path" varchar(300) not null, "to_path" varchar(300) null, "version" int not null default 1);
alter table "redirects" add constraint "redirects_from_path_unique" unique ("from_path");
create trigger redirects_notice after insert or update or delete or truncate on redirects
  for each statement execute function notice_change();

create table "missing_paths" ("path" varchar(300) not null, "day" date not null default current_date, "hits" int not null, primary key ("path", "day"));
`);
  }
}
