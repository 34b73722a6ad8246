import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Account } from './account.ts';

/** What an account is asked for besides its password. */
export const SecondFactor = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    account: () => p.oneToOne(Account).primary().fieldName('account_id').owner().deleteRule('cascade').unique(false),
    sealed: p.text(), // the key, which only this site can read
    lastStep: p.integer(), // of the code used last: neither it nor an older one counts again
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type SecondFactor = InferEntity<typeof SecondFactor>;

/** What opens an account without its second factor, each code once: kept as a SHA-256 hash. */
export const RecoveryCode = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    codeHash: p.string().length(64).primary(),
    account: () =>
      p.manyToOne(SecondFactor).fieldName('account_id').deleteRule('cascade').index('recovery_codes_account'),
  },
});
export type RecoveryCode = InferEntity<typeof RecoveryCode>;
