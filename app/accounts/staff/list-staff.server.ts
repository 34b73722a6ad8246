import type { EntityManager } from '#db/orm.ts';
import { localDateTime } from '../../time/dates.ts';
import type { ListedStaff } from './manage-staff.schema.ts';

const PAGE = 50;

type Row = Omit<ListedStaff, 'until' | 'lastSignIn' | 'isOwn'> & { untilMs: number | null; signedInMs: number | null };

/** One page, ordered by email. @param after the last email of the previous page @param own the reader's account */
export async function listStaff(em: EntityManager, after: string, own: number) {
  // SQL: reads accounts and invitations by their indexes, only as far as the page needs.
  const rows = await em.execute<Row[]>(
    `(select a.id, a.email, u.role::text as role, case when a.deactivated_at is null then 'active' else 'deactivated' end as state,
        exists (select 1 from second_factors f where f.account_id = a.id) as "hasSecondFactor", null::float8 as "untilMs", (extract(epoch from a.last_sign_in_at) * 1000)::float8 as "signedInMs"
      from accounts a left join users u on u.id = a.id where a.email > :after order by a.email limit :most)
     union all
     (select null, t.email, t.facts ->> 'role', case when t.expires_at > now() then 'invited' else 'expired' end, false,
        (extract(epoch from t.expires_at) * 1000)::float8, null
      from account_tokens t where t.purpose = 'invite' and t.email > :after order by t.email limit :most)
     order by email limit :most`,
    { after, most: PAGE + 1 },
  );
  const shown = rows.slice(0, PAGE);
  const staff = shown.map(({ untilMs, signedInMs, ...row }): ListedStaff => ({
    ...row,
    until: untilMs === null ? null : localDateTime(new Date(untilMs)),
    lastSignIn: signedInMs === null ? null : localDateTime(new Date(signedInMs)),
    isOwn: row.id === own,
  }));
  return { staff, isFirst: !after, next: rows.length > PAGE ? shown.at(-1)!.email : null };
}
