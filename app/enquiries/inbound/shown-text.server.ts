import type { EntityManager } from '#db/orm.ts';

/**
 * SQL: as much of the text of each of these mails as a page can show, the latest first, and at least its beginning.
 * @param most characters of one mail @param inAll of them together
 */
export const shownText = (most: number, inAll: number): string =>
  `left(text, greatest(2000, least(${most}, ${inAll} - coalesce(sum(least(length(text), ${most}))
     over (order by created_at desc, id rows between unbounded preceding and 1 preceding), 0)))::int)`;

/** By the mails' ids. `isCut`: more was written. */
export async function readShownTexts(em: EntityManager, mails: { id: string }[]) {
  // SQL: what is longer is not even read.
  const rows = await em.execute<{ id: string; text: string; isCut: boolean }[]>(
    `select id, shown as text, shown <> text as "isCut"
     from (select id, text, ${shownText(100_000, 300_000)} as shown from inbound_mails where id = any(?::uuid[])) as mails`,
    [`{${mails.map(({ id }) => id).join(',')}}`],
  );
  return new Map(rows.map(({ id, ...shown }) => [id, shown]));
}
