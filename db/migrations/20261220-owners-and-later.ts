import { Migration } from '@mikro-orm/migrations';
import { indexInUse, withShortLocks } from './short-locks.ts';

const LOG = 'alter table activities';
const ACTS =
  "'read', 'answered', 'reopened', 'note', 'reply', 'spam', 'not-spam', 'trashed', 'restored', 'undone', 'client-answer', 'automatic-answer', 'not-delivered', 'taken', 'given', 'given-back', 'later', 'back'";
const WAITS = 'coalesce(waits_since, created_at)';
const WAITING = "folder = 'inbox' and answered_at is null and later_until is null";

/** Whose an enquiry is, and until when it is put off. */
export class OwnersAndLater extends Migration {
  override name = '20261220-owners-and-later';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(withShortLocks(`if to_regclass('owners') is null then ${OWNERS} end if;`));
    this.addSql(
      withShortLocks(`alter table messages add column if not exists owner_id int null,
    add column if not exists later_until timestamptz(3) null;
  alter table messages drop constraint if exists messages_owner_id_foreign;
  alter table messages add constraint messages_owner_id_foreign foreign key (owner_id) references owners (id) on delete set null not valid;`),
    );
    this.addSql('alter table messages validate constraint messages_owner_id_foreign;');
    this.addSql(withShortLocks(COUNTS));
    this.addSql(
      withShortLocks(`${LOG} drop constraint if exists activities_act_check;
  ${LOG} add constraint activities_act_check check (act in (${ACTS})) not valid;`),
    );
    this.addSql(`${LOG} validate constraint activities_act_check;`);
    this.index('messages_waits_now', `(${WAITS}, id) where ${WAITING}`);
    this.index('messages_later', `(later_until, id) where folder = 'inbox' and later_until is not null`);
    this.index('messages_mine', `(owner_id, ${WAITS}, id) where ${WAITING} and owner_id is not null`);
    this.index(
      'messages_mine_rest',
      `(owner_id, ${WAITS}, id) where folder = 'inbox' and (answered_at is not null or later_until is not null) and owner_id is not null`,
    );
    this.addSql('drop index concurrently if exists messages_waiting;'); // nothing has read it since 20261218
  }

  private index(name: string, what: string): void {
    for (const sql of indexInUse(name, 'index', `messages ${what}`)) this.addSql(sql);
  }
}

const OWNERS = `
create table owners ("id" serial primary key, "account_id" int null,
  constraint owners_account_unique unique (account_id),
  constraint owners_account_id_foreign foreign key (account_id) references accounts (id) on delete set null);
create table returns ("id" uuid not null default gen_random_uuid(), "state" text not null default 'waiting', "reason" text null, "attempts" int not null default 0, "created_at" timestamptz(3) not null default now(), "sent_at" timestamptz(3) null, "failed_at" timestamptz(3) null, "owner_id" int null, "messages" int[] not null, primary key ("id"),
  constraint returns_state_check check (state in ('waiting', 'sent', 'failed')),
  constraint returns_owner_id_foreign foreign key (owner_id) references owners (id) on delete set null);
create function keep_owner() returns trigger language plpgsql as $$
declare
  account int := coalesce(new.id, old.id);
begin
  if exists (select from users u join accounts a on a.id = u.id
      where u.id = account and u.role = 'admin' and a.deactivated_at is null) then
    insert into owners (account_id) values (account) on conflict do nothing;
  else
    update owners set account_id = null where account_id = account;
  end if;
  return null;
end $$;
create trigger users_owner after insert or delete or update of role on users for each row execute function keep_owner();
create trigger accounts_owner after update of deactivated_at on accounts for each row execute function keep_owner();
insert into owners (account_id)
  select u.id from users u join accounts a on a.id = u.id where u.role = 'admin' and a.deactivated_at is null;`;

// Writers wait for a moment: the totals get a new key, which the trigger of a statement under way would not know.
const COUNTS = `lock table messages in share row exclusive mode;
  alter table message_counts add column if not exists is_later boolean not null default false;
  alter table message_counts drop constraint message_counts_pkey;
  alter table message_counts alter is_later drop default;
  alter table message_counts add primary key (shard, folder, is_read, is_answered, is_later);
  create or replace function count_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from message_counts;
  elsif tg_op = 'INSERT' then
    insert into message_counts as c (shard, folder, is_read, is_answered, is_later, n)
      select pg_backend_pid() % 16, folder, is_read, answered_at is not null, later_until is not null, count(*) from added
      group by 2, 3, 4, 5 order by 2, 3, 4, 5
      on conflict (shard, folder, is_read, is_answered, is_later) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into message_counts as c (shard, folder, is_read, is_answered, is_later, n)
      select pg_backend_pid() % 16, folder, is_read, answered_at is not null, later_until is not null, -count(*) from removed
      group by 2, 3, 4, 5 order by 2, 3, 4, 5
      on conflict (shard, folder, is_read, is_answered, is_later) do update set n = c.n + excluded.n;
  else
    insert into message_counts as c (shard, folder, is_read, is_answered, is_later, n)
      select pg_backend_pid() % 16, folder, is_read, is_answered, is_later, sum(change) from (
        select folder, is_read, answered_at is not null as is_answered, later_until is not null as is_later, 1 as change from added
        union all
        select folder, is_read, answered_at is not null, later_until is not null, -1 from removed
      ) as changes
      group by 2, 3, 4, 5 having sum(change) <> 0 order by 2, 3, 4, 5
      on conflict (shard, folder, is_read, is_answered, is_later) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;`;
