import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Account } from './account.ts';

/** The TOTP key of an account. */
export const SecondFactor = defineEntity({
  name: 'SecondFactor',
  tableName: 'second_factors',
  properties: {
    account: () => p.oneToOne(Account).primary().fieldName('account_id').owner().deleteRule('cascade').unique(false),
    sealed: p.text(), // the key, which only this site can open
    lastStep: p.integer(), // the time step of the last code: it and older ones no longer count
    createdAt: p.datetime(3).defaultRaw('now()'),
  },
});
export type SecondFactor = InferEntity<typeof SecondFactor>;

/** Replaces the second factor once. Stored as a SHA-256 hash. */
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
