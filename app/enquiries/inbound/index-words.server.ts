import type { EntityManager } from '#db/orm.ts';

const SEARCHED = 100_000; // characters of the mails of an enquiry

/** Makes the words of mails findable with those of their enquiries. */
export async function indexWords(tx: EntityManager, messageIds: number[]): Promise<void> {
  // SQL: functions of the search's own.
  await tx.execute(
    `update message_search s set words = words_of(m, n.payload) || array_to_tsvector(words_in(coalesce(
       (select left(string_agg(concat_ws(' ', email, name, subject, text), ' ' order by created_at desc), ${SEARCHED})
        from inbound_mails i where i.message_id = m.id and kind <> 'enquiry'), '')))
     from messages m left join notifications n on n.message_id = m.id
     where s.message_id = m.id and m.id = any(?::int[])`,
    [`{${messageIds.join(',')}}`],
  );
}
