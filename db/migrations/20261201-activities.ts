import { Migration } from '@mikro-orm/migrations';

/** What was done, by whom and from where: lines that nobody can change, kept for at least 12 months. */
export class Activities extends Migration {
  override name = '20261201-activities';

  override up(): void {
    this.addSql(`
create table "activities" ("id" serial primary key, "at" timestamptz(3) not null default now(), "kind" varchar(40) not null, "who" varchar(254) not null, "what" text not null, "address" varchar(64) null);

create function keep_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '12 months' then
    return old;
  end if;
  raise exception 'the activity log is not changed';
end $$;
create trigger activities_keep before update or delete on activities for each row execute function keep_activity();
`);
  }
}
