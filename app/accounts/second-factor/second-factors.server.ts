import { findApp } from '#db/app.ts';
import { RecoveryCode, SecondFactor } from '#db/entities/second-factor.ts';
import type { EntityManager } from '#db/orm.ts';
import { recordActivity, type Actor } from '../../audit/activities.server.ts';
import { sessionSecrets } from '../../env.server.ts';
import type { Staff } from '../guards.server.ts';
import { seal, unseal } from '../seal.server.ts';
import { tellOwner } from '../staff-mails.server.ts';
import { findStep, hashRecoveryCode, isCode, newRecoveryCodes, PRESENT_STEP, removeGaps } from './codes.server.ts';

type Owner = { accountId: number; email: string };

export type FactorState = NonNullable<Awaited<ReturnType<typeof readSecondFactor>>>;

export async function readSecondFactor(em: EntityManager, accountId: number) {
  const factor = await em.findOne(SecondFactor, { account: accountId }, { disableIdentityMap: true });
  if (!factor) return null;
  const codesLeft = await em.count(RecoveryCode, { account: accountId });
  return { since: new Date(factor.createdAt).toISOString(), codesLeft };
}

/** The code counts as used afterwards. @returns recovery codes, which cannot be read again */
export async function turnOn(
  em: EntityManager,
  staff: Staff,
  { key, code }: { key: string; code: string },
): Promise<{ outcome: 'saved'; codes: string[] } | { outcome: 'invalid' } | { outcome: 'on-already' }> {
  const { accountId, email, by } = staff;
  // SQL: by the database's clock, which all processes share.
  const [now] = await em.execute<{ step: number }[]>(`select ${PRESENT_STEP} as step`);
  const step = findStep(key, removeGaps(code), now!.step);
  if (step === null)
    return { outcome: (await em.count(SecondFactor, { account: accountId })) ? 'on-already' : 'invalid' };
  return em.transactional(async (tx) => {
    // SQL: of two at the same moment the second finds it turned on, without an error that ends its transaction
    const made = await tx.execute<unknown[]>(
      `insert into second_factors (account_id, sealed, last_step) values (?, ?, ?)
       on conflict (account_id) do nothing returning account_id`,
      [accountId, seal(findApp(em), 'second-factor', key), step],
    );
    if (!made.length) {
      // Without scripts a second press or a reload loses the first answer, so the same form and code get codes again.
      // SQL: unless a code was used since
      const [factor] = await tx.execute<{ sealed: string }[]>(
        `select sealed from second_factors f where account_id = ? and last_step = ?
         and (select count(*) from recovery_codes c where c.account_id = f.account_id) = 10 for update`,
        [accountId, step],
      );
      const isSame = factor && unseal(findApp(em), 'second-factor', factor.sealed) === key;
      const codes = isSame && (await replaceCodes(tx, staff));
      return codes ? { outcome: 'saved', codes } : { outcome: 'on-already' };
    }
    await recordActivity(tx, 'second-factor', by, 'Set up a second factor');
    await tellOwner(tx, email, 'secondFactorSet', by);
    return { outcome: 'saved', codes: await makeCodes(tx, accountId) };
  });
}

export const replaceCodes = (em: EntityManager, { accountId, by }: Staff): Promise<string[] | null> =>
  em.transactional(async (tx) => {
    // SQL: locks the factor, so that two at the same moment do not make twenty codes
    const [factor] = await tx.execute('select 1 from second_factors where account_id = ? for update', [accountId]);
    if (!factor) return null;
    await tx.nativeDelete(RecoveryCode, { account: accountId });
    await recordActivity(tx, 'second-factor', by, 'Made new recovery codes');
    return makeCodes(tx, accountId);
  });

async function makeCodes(tx: EntityManager, account: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const rows = codes.map((code) => ({ codeHash: hashRecoveryCode(code), account }));
  await tx.insertMany(RecoveryCode, rows);
  return codes;
}

/** Removes a second factor and its recovery codes; `by` is the owner or an admin. @returns false if there is none */
export const removeFactor = (em: EntityManager, { accountId, email }: Owner, by: Actor): Promise<boolean> =>
  em.transactional(async (tx) => {
    if (!(await tx.nativeDelete(SecondFactor, { account: accountId }))) return false;
    const what = by.who === email ? 'Turned the second factor off' : `Reset the second factor of ${email}`;
    await recordActivity(tx, 'second-factor', by, what, { noun: 'staff', id: accountId });
    await tellOwner(tx, email, 'secondFactorRemoved', by);
    return true;
  });

/** Uses a code, once: call it in a transaction. @returns the kind of code; null if it is wrong or spent */
export async function useCode(em: EntityManager, account: number, typed: string) {
  const code = removeGaps(typed);
  if (!isCode(code)) {
    const codeHash = hashRecoveryCode(code);
    return (await em.nativeDelete(RecoveryCode, { codeHash, account })) ? 'recovery code' : null;
  }
  // SQL: reads the factor and the present step, by the database's clock.
  const [factor] = await em.execute<{ sealed: string; step: number }[]>(
    `select sealed, ${PRESENT_STEP} as step from second_factors where account_id = ?`,
    [account],
  );
  const key = factor && unseal(findApp(em), 'second-factor', factor.sealed);
  const lastStep = key ? findStep(key, code, factor.step) : null;
  if (!key || lastStep === null) return null;
  return (await em.nativeUpdate(SecondFactor, { account, lastStep: { $lt: lastStep } }, { lastStep })) ? 'code' : null;
}

/** Seals all keys with the newest `SESSION_SECRET`, so that an old one can be removed. */
export async function resealFactors(em: EntityManager): Promise<void> {
  const app = findApp(em);
  if (sessionSecrets(app).length === 1) return;
  for (const { account, sealed } of await em.find(SecondFactor, {}, { disableIdentityMap: true })) {
    const key = unseal(app, 'second-factor', sealed);
    if (key) await em.nativeUpdate(SecondFactor, { account, sealed }, { sealed: seal(app, 'second-factor', key) });
  }
}
