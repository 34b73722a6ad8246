import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

// The statement that saves enquiries has every plan made anew, for the mail queue's sake; these functions are called for
// each row, and a plan that was made while the tables were empty would read all of them.
const PLANNED_ONCE = 'set enable_seqscan = off set plan_cache_mode = force_generic_plan';

/** The words of an enquiry are found once, though its message and its notification are stored one after the other. */
export class WordsOnce extends Migration {
  override name = '20261203-words-once';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    this.addSql(`
alter table "message_search" add "has_payload" boolean not null default true;

create or replace function index_message() returns trigger language plpgsql ${PLANNED_ONCE} as $$
declare
  sent jsonb := (select payload from notifications where message_id = new.id);
begin
  insert into message_search (message_id, words, has_payload) values (new.id, words_of(new, sent), sent is not null)
    on conflict (message_id) do nothing;
  return null;
end $$;

create or replace function index_notification() returns trigger language plpgsql ${PLANNED_ONCE} as $$
begin
  update message_search s set words = words_of(m, new.payload), has_payload = true
    from messages m where s.message_id = new.message_id and not s.has_payload and m.id = new.message_id;
  return null;
end $$;

alter function new_reference() ${PLANNED_ONCE};
`);
  }
}
