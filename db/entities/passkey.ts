import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Account } from './account.ts';

/** What signs in to an account in place of its password; it goes with the account. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.integer().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index('passkeys_account'),
    credentialId: p.string().length(1400).unique('passkeys_credential_id_unique'), // base64url, as is the key
    publicKey: p.text(),
    counter: p.bigint('number'), // how often it has signed, where it counts; up to 32 bits without a sign
    transports: p.json<string[]>().defaultRaw("'[]'"), // how a browser reaches it
    name: p.string().length(60), // its owner's word for it
    createdAt: p.datetime(3).defaultRaw('now()'),
    lastUsedAt: p.datetime(3).nullable(),
  },
});
export type Passkey = InferEntity<typeof Passkey>;
