import { Migration } from '@mikro-orm/migrations';
import { indexInUse, withShortLocks } from './short-locks.ts';

const BATCH = 1000;

/**
 * What happened to an enquiry is told by the activity log from now on. What stood in `message_events` is carried over;
 * what a process of the version before still writes there, or a backup of its time holds, is carried over as it comes.
 */
export class ActivityLog extends Migration {
  override name = '20261209-activity-log';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(
      withShortLocks(`alter table activities add column if not exists act varchar(20) null;
  alter table activities drop constraint if exists activities_act_check;
  alter table activities add constraint activities_act_check check (act in ('read', 'answered', 'reopened', 'note', 'reply', 'not-spam', 'trashed', 'restored'));`),
    );
    // Each filter of the page has its own, in the page's order.
    this.index('activities_at', '(at, id)');
    this.index('activities_who', '(who, at, id)');
    this.index('activities_kind', '(kind, at, id)');
    this.index('activities_who_kind', '(who, kind, at, id)');
    this.index('activities_of_message', `(noun_id, id) where noun = 'messages'`);
    this.addSql(
      withShortLocks(`create table if not exists notes (activity_id int primary key constraint notes_activity_id_foreign references activities (id) on update cascade on delete cascade, message_id int not null constraint notes_message_id_foreign references messages (id) on delete cascade, text text not null);
  create index if not exists notes_message on notes (message_id);
  alter table replies add column if not exists activity_id int null constraint replies_activity_id_foreign references activities (id) on delete set null;
  create index if not exists replies_activity on replies (activity_id);`),
    );
    this.addSql(carryOver);
    this.addSql(
      withShortLocks(
        `create or replace trigger message_events_carry before insert on message_events for each row execute function carry_new_event();`,
      ),
    );
    this.addSql(`do $$
declare
  e message_events;
begin
  while exists (select from message_events) loop
    -- What somebody is deleting just now is left for the next round.
    for e in with moved as (
      delete from message_events where id in (select id from message_events order by id limit ${BATCH} for update skip locked) returning *
    ) select * from moved order by id loop
      perform carry_event(e);
    end loop;
    commit;
  end loop;
  -- Not of an empty table: plans would then be made for it that read it whole, and be kept when it has grown.
  if exists (select from activities) then analyze activities; analyze notes; end if;
end $$;`);
  }

  private index(name: string, what: string): void {
    for (const sql of indexInUse(name, 'index', `activities ${what}`)) this.addSql(sql);
  }
}

const carryOver = `
create or replace function carry_event(e message_events) returns void language plpgsql as $$
declare
  line int;
begin
  insert into activities (at, kind, act, who, what, noun, noun_id)
    select e.at, 'enquiries', e.kind, coalesce(e.who, 'unknown'), replace(case e.kind
        when 'read' then 'Read {} for the first time' when 'answered' then 'Marked {} answered'
        when 'reopened' then 'Marked {} not answered after all' when 'note' then 'Added a note to {}'
        when 'reply' then 'Replied to {}' when 'not-spam' then 'Marked {} as no spam'
        when 'trashed' then 'Moved {} to the trash' else 'Restored {}' end, '{}', m.reference), 'messages', m.id
    from messages m where m.id = e.message_id returning id into line;
  if line is null then
    return;
  end if;
  if e.text is not null then
    insert into notes (activity_id, message_id, text) values (line, e.message_id, e.text);
  end if;
  if e.reply_id is not null then
    update replies set activity_id = line where id = e.reply_id;
  end if;
end $$;

create or replace function carry_new_event() returns trigger language plpgsql as $$
begin
  perform carry_event(new);
  return null;
end $$;
`;
