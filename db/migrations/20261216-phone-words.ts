import { Migration } from '@mikro-orm/migrations';

const BATCH = 1000; // what a batch changes is locked until its end

/**
 * Lets a phone be found in any notation: its extension is cut, each of two numbers is a word, with its last ten and its
 * last seven digits, in those of ASCII. The enquiries of before follow while others come in, a batch a transaction.
 */
export class PhoneWords extends Migration {
  override name = '20261216-phone-words';

  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this
      .addSql(`create or replace function digits_in("number" text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct word), '{}') from (
    select regexp_replace(regexp_replace(part, '(ext(ension)?\\.?|x|#)\\s*=?\\s*[0-9]{1,6}\\s*$', '', 'i'), '[^0-9]', '', 'g') as digits
    from regexp_split_to_table(
      translate(normalize(coalesce(number, ''), NFKC), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९', '012345678901234567890123456789'),
      '[/,;&\n]|\\mor\\M|\\mand\\M', 'i') as part
  ) as numbers, unnest(array[digits, right(digits, 10), right(digits, 7)]) as word
  where length(digits) >= 7 or word = digits and word <> ''
$$;`);
    this.addSql(`do $$
declare
  place int := 0;
  last int := (select max(id) from messages);
begin
  while place < last loop
    update message_search s set words = words_of(m, n.payload)
      from messages m join notifications n on n.message_id = m.id
      where s.message_id = m.id and m.id > place and m.id <= place + ${BATCH}
        and coalesce(n.payload->>'phoneNumber', '') <> '' and s.words <> words_of(m, n.payload);
    commit;
    place := place + ${BATCH};
  end loop;
end $$;`);
  }
}
