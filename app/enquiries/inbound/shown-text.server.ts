import type { EntityManager } from '#db/orm.ts';

/**
 * SQL: as much of the text of each mail as a page can show. The latest come first; each shows at least its beginning.
 * @param most characters of one mail @param inAll characters of all mails
 */
export const shownTextSql = (most: number, inAll: number): string =>
  `left(text, greatest(2000, least(${most}, ${inAll} - coalesce(sum(least(length(text), ${most}))
     over (order by created_at desc, id rows between unbounded preceding and 1 preceding), 0)))::int)`;

/** @returns texts by the mails' ids; `isCut` if the mail has more */
export async function readShownTexts(em: EntityManager, mails: { id: string }[]) {
  // SQL: does not read the rest of long texts.
  const rows = await em.execute<{ id: string; text: string; isCut: boolean }[]>(
    `select id, shown as text, shown <> text as "isCut"
     from (select id, text, ${shownTextSql(100_000, 300_000)} as shown from inbound_mails where id = any(?::uuid[])) as mails`,
    [`{${mails.map(({ id }) => id).join(',')}}`],
  );
  return new Map(rows.map(({ id, ...shown }) => [id, shown]));
}
