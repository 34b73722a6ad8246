import { Migration } from '@mikro-orm/migrations';

// Not Latin, not between words. None of the others can stand in a run of marks: each comes apart into a letter or sign first.
const FOREIGN = String.raw`[^\u0001-\u02ff\u2000-\u206f\u3000-\u3020\uff00-\uff65]`;
const BETWEEN_WORDS = String.raw`[\s\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+`;

/**
 * Words are found in time that grows with the text only. PostgreSQL puts the marks after a letter in order by moving each past
 * all others: thousands in a row, which anybody can send, took a minute. So no more of a run is read than of a word is kept.
 * What is asked is taken apart by the same function.
 */
export class BoundedWords extends Migration {
  override name = '20270102-bounded-words';

  override up(): void {
    this.addSql(`
create function decomposed("texts" text) returns text language sql immutable parallel safe as $$
  select normalize(case when texts ~ '${FOREIGN}{61}'
    then regexp_replace(texts, '(${FOREIGN}{60})${FOREIGN}+', '\\1', 'g') else texts end, NFKD)
$$;
create or replace function words_in("texts" text) returns text[] language sql immutable parallel safe as $$
  select array_remove(string_to_array(
      case when spaced ~ '[^ ]{61}' then regexp_replace(spaced, '([^ ]{60})[^ ]+', '\\1', 'g') else spaced end, ' '), '')
  from (select regexp_replace(
    lower(case when octet_length(texts) = length(texts) then texts
      else regexp_replace(decomposed(texts), '[\\u0300-\\u036f]', '', 'g') end),
    '${BETWEEN_WORDS}', ' ', 'g') as spaced) as each
$$;
create or replace function query_of("texts" text, "service" text) returns tsquery language sql immutable parallel safe as $$
  select string_agg(term, ' & ')::tsquery from (
    select quote_literal(word) || case when n = max(n) over () then ':*' else '' end as term
      from unnest(words_in(coalesce(texts, ''))) with ordinality as w (word, n)
    union all select quote_literal('service:' || service) where service is not null
  ) as terms
$$;`);
  }
}
