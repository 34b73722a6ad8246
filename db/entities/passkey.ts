import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Account } from './account.ts';

/** Signs in to an account in place of its password. It goes with the account. */
export const Passkey = defineEntity({
  name: 'Passkey',
  tableName: 'passkeys',
  properties: {
    id: p.integer().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index('passkeys_account'),
    credentialId: p.string().length(1400).unique('passkeys_credential_id_unique'), // base64url, like the key
    publicKey: p.text(),
    counter: p.bigint('number'), // its signature counter, unsigned 32 bits; not all passkeys count
    transports: p.json<string[]>().defaultRaw("'[]'"), // how a browser reaches it
    name: p.string().length(60), // chosen by its owner
    createdAt: p.datetime(3).defaultRaw('now()'),
    lastUsedAt: p.datetime(3).nullable(),
  },
});
export type Passkey = InferEntity<typeof Passkey>;
