import { findApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import { KEEP, type KeptForm } from '../../forms/typing/kept-typing.ts';
import { SECRET } from '../../forms/typing/typed-values.ts';
import { FORM_BYTES } from '../../http/front-guard.server.ts';
import { countHit, type Limit } from '../../http/rate-limit.server.ts';
import { hashToken, newToken } from '../account-tokens.server.ts';
import { seal, unseal } from '../seal.server.ts';

export const KEPT_SECONDS = 1800;
const MOST_OF_ACCOUNT = 5;
const byAddress: Limit = { name: 'kept-form', max: 20, seconds: KEPT_SECONDS };
type SentForm = Pick<KeptForm, 'action' | 'hadFile'> & { form: FormData };

/** Seals and stores a form that has the field `KEEP`. @returns the key to get it back; null if it was not stored */
export async function keepForm(
  em: EntityManager,
  { accountId, page, address }: { accountId: number; page: string; address: string },
  sent: SentForm,
): Promise<string | null> {
  const form = selectFields(sent);
  if (!form || !(await countHit(em, byAddress, address))) return null;
  const key = newToken();
  return em.transactional(async (tx) => {
    // SQL: by the database's clock. The lock on the account makes forms that are sent at the same moment wait for one
    // another. The account may be gone by now.
    const [account] = await tx.execute<object[]>('select 1 from accounts where id = ? for no key update', [accountId]);
    if (!account) return null;
    await tx.execute(
      `insert into kept_forms (key_hash, account_id, page_hash, sealed, expires_at)
       values (?, ?, ?, ?, now() + make_interval(secs => ?))`,
      [hashToken(key), accountId, hashToken(page), seal(findApp(em), 'kept-form', JSON.stringify(form)), KEPT_SECONDS],
    );
    await tx.execute(
      `delete from kept_forms where key_hash in
         (select key_hash from kept_forms where account_id = ? order by expires_at desc, key_hash offset ?)`,
      [accountId, MOST_OF_ACCOUNT],
    );
    return key;
  });
}

/** Leaves out secrets and files. @returns null if the form does not ask to be kept, or is too long */
function selectFields({ form, ...about }: SentForm): KeptForm | null {
  if (!form.has(KEEP)) return null;
  const values: Record<string, string> = {};
  let bytes = 0;
  for (const [name, value] of form) {
    if (typeof value !== 'string' || SECRET.test(name) || name === KEEP || name in {}) continue;
    bytes += Buffer.byteLength(name + value);
    values[name] = name in values ? `${values[name]}\n${value}` : value;
  }
  return bytes > FORM_BYTES ? null : { ...about, values, version: values.version, formId: values.formId };
}

export async function takeKeptForms(
  em: EntityManager,
  { accountId, page }: { accountId: number; page: string },
  keys: readonly string[],
): Promise<{ key: string; form: KeptForm }[]> {
  const byHash = new Map(keys.map((key) => [hashToken(key), key]));
  // SQL: of two requests at the same moment only one gets the form
  const rows = await em.execute<{ hash: string; sealed: string }[]>(
    `delete from kept_forms where key_hash in (${[...byHash].map(() => '?').join()}) and account_id = ? and page_hash = ?
       and expires_at > now() returning key_hash as hash, sealed`,
    [...byHash.keys(), accountId, hashToken(page)],
  );
  return rows.flatMap(({ hash, sealed }) => {
    const text = unseal(findApp(em), 'kept-form', sealed);
    return text === null ? [] : [{ key: byHash.get(hash)!, form: JSON.parse(text) as KeptForm }];
  });
}

/** Keeps what a request is answered with, for another one like it: a second press, or a reload, drops the first answer. */
export const keepAnswer = (em: EntityManager, request: string, who: string, answer: object): Promise<unknown> =>
  em.execute(
    `insert into kept_forms (key_hash, account_id, page_hash, sealed, expires_at)
     select ?, id, '', ?, now() + make_interval(secs => ?) from accounts where email = ?`,
    [hashToken(request), seal(findApp(em), 'kept-form', JSON.stringify(answer)), KEPT_SECONDS, who],
  );

export async function findAnswer<Answer>(em: EntityManager, request: string, who: string): Promise<Answer | null> {
  const [kept] = await em.execute<{ sealed: string }[]>(
    `select sealed from kept_forms where key_hash = ? and expires_at > now()
       and account_id = (select id from accounts where email = ?)`,
    [hashToken(request), who],
  );
  const text = kept && unseal(findApp(em), 'kept-form', kept.sealed);
  return text ? (JSON.parse(text) as Answer) : null;
}

/** SQL: by the database's clock. */
export const sweepKeptForms = (em: EntityManager): Promise<unknown> =>
  em.execute('delete from kept_forms where expires_at < now()');
