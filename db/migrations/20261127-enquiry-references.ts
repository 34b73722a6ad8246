import { Migration } from '@mikro-orm/migrations';
import { indexInUse, withShortLocks } from './short-locks.ts';

const BATCH = 1000; // what a batch changes is locked until its end, the totals of one in 16 connections too

const WITHOUT = `id > place and id <= place + ${BATCH} and reference is null`;

/**
 * Gives the enquiries of before their references and words, and every view its index, while others come in: each statement is a
 * transaction of its own, and may be run again after one that was broken off. Who has been read counts as answered:
 * nobody wrote it down then, and years of them would be overdue.
 */
export class EnquiryReferences extends Migration {
  override name = '20261127-enquiry-references';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.index('messages_reference_unique', 'unique index', '(reference)');
    this.addSql(
      withShortLocks(`lock table messages, notifications in share row exclusive mode;
  alter table messages alter reference set default new_reference();
  create or replace trigger messages_index after insert on messages for each row execute function index_message();
  create or replace trigger notifications_index after insert on notifications
    for each row execute function index_notification();`),
    );
    this.addSql(`do $$
declare
  place int := 0;
  last int := (select max(id) from messages);
begin
  while place < last loop
    -- What staff are changing is left for the next round: each could be waiting for the other.
    update messages set reference = new_reference(), answered_at = case when is_read then now() end
      where id in (select id from messages where ${WITHOUT} for no key update skip locked);
    commit;
    insert into message_search (message_id, words)
      select m.id, words_of(m, n.payload) from messages m left join notifications n on n.message_id = m.id
      where m.id > place and m.id <= place + ${BATCH} and m.reference is not null
        and not exists (select from message_search s where s.message_id = m.id)
      on conflict (message_id) do nothing;
    commit;
    if exists (select from messages where ${WITHOUT}) then
      perform pg_sleep(0.1);
    else
      place := place + ${BATCH};
    end if;
  end loop;
end $$;`);
    this.addSql('alter table "messages" validate constraint "messages_folder_check";');
    this.addSql('alter table "notifications" validate constraint "notifications_state_check";');
    this.addSql(
      withShortLocks(`alter table messages drop constraint if exists messages_reference_given;
  alter table messages add constraint messages_reference_given check (reference is not null) not valid;`),
    );
    this.addSql('alter table "messages" validate constraint "messages_reference_given";');
    // Believes the constraint: no scan.
    this.addSql(
      withShortLocks(`alter table messages alter reference set not null;
  alter table messages drop constraint messages_reference_given;`),
    );
    this.index('messages_unread_and_read', 'index', `(is_read, created_at, id) where folder = 'inbox'`);
    this.index('messages_waiting', 'index', `(created_at, id) where folder = 'inbox' and answered_at is null`);
    this.index('messages_answered', 'index', `(answered_at, id) where folder = 'inbox' and answered_at is not null`);
    this.index('messages_spam', 'index', `(created_at, id) where folder = 'spam'`);
    this.index('messages_trash', 'index', `(trashed_at, id) where folder = 'trash'`);
    this.addSql('drop index concurrently if exists messages_inbox;');
    // Not of an empty table: plans would then be made for it that read it whole, and be kept when it has grown.
    this.addSql(`do $$ begin
  if exists (select from messages) then analyze messages; analyze message_search; end if;
end $$;`);
  }

  private index(name: string, kind: 'index' | 'unique index', what: string): void {
    for (const sql of indexInUse(name, kind, `messages ${what}`)) this.addSql(sql);
  }
}
