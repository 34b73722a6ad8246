import { Migration } from '@mikro-orm/migrations';
import { SHORT_LOCKS } from './short-locks.ts';

/** What becomes of an enquiry: its reference, who answered it and when, its folder, what happened, and its words. */
export class EnquiryStates extends Migration {
  override name = '20261126-enquiry-states';

  override up(): void {
    this.addSql(SHORT_LOCKS);
    // Writers wait for a moment: the totals get a new key, which the trigger of a statement under way would not know.
    this.addSql('lock table "messages" in share row exclusive mode;');
    this.addSql(references);
    this.addSql(columns);
    this.addSql(counts);
    this.addSql(events);
    this.addSql(search);
  }
}

// Six of the 48 bits that a random UUID starts with, and 24 more: 30 in all.
const references = `
create function new_reference() returns text language plpgsql volatile as $$
declare
  bits bigint;
  made text;
begin
  loop
    bits := ('x' || left(replace(gen_random_uuid()::text, '-', ''), 8))::bit(32)::bigint;
    made := 'SR-';
    for place in 0..5 loop
      made := made || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', ((bits >> (5 * place)) & 31)::int + 1, 1);
    end loop;
    exit when not exists (select from messages where reference = made);
  end loop;
  return made;
end $$;
`;

// None of these rewrites the table. References are given and words found from the next migration on, once there is the
// index by which one is looked up.
const columns = `
alter table "messages" add "reference" varchar(9) null;
alter table "messages" add "folder" text not null default 'inbox';
alter table "messages" add "spam_reason" text null;
alter table "messages" add "trashed_at" timestamptz(3) null;
alter table "messages" add "answered_at" timestamptz(3) null;
alter table "messages" add "answered_by" varchar(254) null;
alter table "messages" add constraint "messages_folder_check" check ("folder" in ('inbox', 'spam', 'trash')) not valid;
alter table "notifications" drop constraint "notifications_state_check";
alter table "notifications" add constraint "notifications_state_check" check ("state" in ('held', 'waiting', 'sent', 'failed')) not valid;
`;

const counts = `
alter table "message_counts" add "folder" text not null default 'inbox';
alter table "message_counts" add "is_answered" boolean not null default false;
alter table "message_counts" drop constraint "message_counts_pkey";
alter table "message_counts" add primary key ("shard", "folder", "is_read", "is_answered");
alter table "message_counts" alter "folder" drop default;
alter table "message_counts" alter "is_answered" drop default;

create or replace function count_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from message_counts;
  elsif tg_op = 'INSERT' then
    insert into message_counts as c (shard, folder, is_read, is_answered, n)
      select pg_backend_pid() % 16, folder, is_read, answered_at is not null, count(*) from added
      group by 2, 3, 4 order by 2, 3, 4
      on conflict (shard, folder, is_read, is_answered) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into message_counts as c (shard, folder, is_read, is_answered, n)
      select pg_backend_pid() % 16, folder, is_read, answered_at is not null, -count(*) from removed
      group by 2, 3, 4 order by 2, 3, 4
      on conflict (shard, folder, is_read, is_answered) do update set n = c.n + excluded.n;
  else
    insert into message_counts as c (shard, folder, is_read, is_answered, n)
      select pg_backend_pid() % 16, folder, is_read, is_answered, sum(change) from (
        select folder, is_read, answered_at is not null as is_answered, 1 as change from added
        union all
        select folder, is_read, answered_at is not null, -1 from removed
      ) as changes
      group by 2, 3, 4 having sum(change) <> 0 order by 2, 3, 4
      on conflict (shard, folder, is_read, is_answered) do update set n = c.n + excluded.n;
  end if;
  return null;
end $$;
`;

const events = `
create table "message_events" ("id" serial primary key, "message_id" int not null, "at" timestamptz(3) not null default now(), "kind" text not null, "who" varchar(254) null, "text" text null);
create index "message_events_message" on "message_events" ("message_id", "id");
alter table "message_events" add constraint "message_events_kind_check" check ("kind" in ('read', 'answered', 'reopened', 'note', 'not-spam', 'trashed', 'restored'));
alter table "message_events" add constraint "message_events_message_id_foreign" foreign key ("message_id") references "messages" ("id") on delete cascade;
`;

// Words are what stands between spaces and punctuation, without capitals and accents: the texts of people and addresses,
// of which the parsers of PostgreSQL make one word or several as they like. A phone number is a word as a whole, too, and
// so is the kind of service, which no text can contain.
const BETWEEN_WORDS = String.raw`[\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+`;
const search = `
create function words_in("texts" text) returns text[] language sql immutable parallel safe as $$
  select array_remove(string_to_array(
      case when spaced ~ '[^ ]{61}' then regexp_replace(spaced, '([^ ]{60})[^ ]+', '\\1', 'g') else spaced end, ' '), '')
  from (select regexp_replace(
    lower(case when octet_length(texts) = length(texts) then texts
      else regexp_replace(normalize(texts, NFKD), '[\\u0300-\\u036f]', '', 'g') end),
    '${BETWEEN_WORDS}', ' ', 'g') as spaced) as each
$$;
create function digits_in("number" text) returns text[] language sql immutable parallel safe as $$
  select array_remove(array[regexp_replace(coalesce(number, ''), '[^0-9]', '', 'g')], '')
$$;
create function words_of("m" messages, "payload" jsonb) returns tsvector language sql immutable parallel safe as $$
  select array_to_tsvector(
    words_in(concat_ws(' ', m.reference, m.name, m.email, m.subject, m.message,
      payload->>'phoneNumber', payload->>'companyName'))
    || digits_in(payload->>'phoneNumber')
    || array['service:' || coalesce(m.service_type, 'general')])
$$;
create function query_of("texts" text, "service" text) returns tsquery language sql immutable parallel safe as $$
  with ordered as (
    select word, n = max(n) over () as is_last from regexp_split_to_table(
      lower(regexp_replace(normalize(coalesce(texts, ''), NFKD), '[\\u0300-\\u036f]', '', 'g')), '${BETWEEN_WORDS}'
    ) with ordinality as w (word, n) where word <> ''
  )
  select string_agg(term, ' & ')::tsquery from (
    select quote_literal(left(word, 60)) || case when is_last then ':*' else '' end as term from ordered
    union all select quote_literal('service:' || service) where service is not null
  ) as terms
$$;

create table "message_search" ("message_id" int not null, "words" tsvector not null, primary key ("message_id"));
create index "message_search_words" on "message_search" using gin ("words");
alter table "message_search" add constraint "message_search_message_id_foreign" foreign key ("message_id") references "messages" ("id") on update cascade on delete cascade;

create function index_message() returns trigger language plpgsql as $$
begin
  insert into message_search (message_id, words)
    values (new.id, words_of(new, (select payload from notifications where message_id = new.id)))
    on conflict (message_id) do nothing;
  return null;
end $$;

create function index_notification() returns trigger language plpgsql as $$
declare
  m messages;
begin
  select * into m from messages where id = new.message_id;
  update message_search s set words = words_of(m, new.payload)
    where s.message_id = m.id and s.words <> words_of(m, new.payload);
  return null;
end $$;
`;
