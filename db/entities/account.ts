import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { mailProperties } from './mail.ts';

/** A staff account. Its role is in `users`: an account may have none. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.integer().primary(),
    email: p.string().length(254), // always lower case; unique
    passwordHash: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    deactivatedAt: p.datetime(3).nullable(), // from then on it counts as missing
    lastSignInAt: p.datetime(3).nullable(),
    hasFirstPassword: p.boolean().default(false), // the password that the first start printed
    name: p.string().length(100).nullable(), // shown to clients
    hasKeys: p.boolean().default(true), // whether single keys do things in the staff area
    handle: p.uuid().defaultRaw('gen_random_uuid()'), // its user handle in passkeys
  },
  uniques: [{ name: 'accounts_email_unique', properties: 'email' }],
  checks: [{ name: 'accounts_email_lower', expression: 'email = lower(email)' }],
});
export type Account = InferEntity<typeof Account>;

const roles = ['admin', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The role of an account; the id is the account's. */
export const User = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: () => p.oneToOne(Account).primary().fieldName('id').owner().deleteRule('cascade').unique(false),
    email: p.string().length(254),
    role: p.enum(roles),
  },
});
export type User = InferEntity<typeof User>;

/** A sign-in. Tokens are stored as SHA-256 hashes; expiry follows the database's clock. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: p.integer().primary(),
    account: () => p.manyToOne(Account).deleteRule('cascade').index('sessions_account'),
    accessToken: p.string().length(64).unique('sessions_access_token_unique'),
    refreshToken: p.string().length(64).unique('sessions_refresh_token_unique'),
    previousAccessToken: p.string().length(64).nullable().index('sessions_previous_access_token'),
    previousExpiresAt: p.datetime(3).nullable(),
    role: p.string().length(20).nullable(), // at the time of the tokens: a change needs new tokens
    tokenType: p.string().length(20).default('bearer'),
    expiresIn: p.integer(), // seconds
    expiresAt: p.datetime(3),
    refreshedAt: p.datetime(3).defaultRaw('now()'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    device: p.string().length(120).default('Unknown device'), // in words
    address: p.string().length(64).nullable(), // the client's, at the last use
    lastUsedAt: p.datetime(3).defaultRaw('now()'),
    passwordAt: p.datetime(3).nullable(), // when the password was last entered in it
    isLooking: p.boolean().default(false), // sees the site behind the maintenance screen
  },
});
export type Session = InferEntity<typeof Session>;

export const tokenPurposes = ['invite', 'reset', 'code', 'passkey'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** A link or a half-done sign-in: a SHA-256 hash, for one purpose and one use, by the database's clock. */
export const AccountToken = defineEntity({
  name: 'AccountToken',
  tableName: 'account_tokens',
  properties: {
    tokenHash: p.string().length(64).primary(),
    purpose: p.enum(tokenPurposes),
    account: () => p.manyToOne(Account).nullable().deleteRule('cascade').index('account_tokens_account'),
    email: p.string().length(254),
    facts: p.json<Record<string, string>>().defaultRaw("'{}'"), // further data of the purpose
    tries: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
  },
  indexes: [{ name: 'account_tokens_email', properties: ['email', 'purpose'] }],
});
export type AccountToken = InferEntity<typeof AccountToken>;

/** A link that shows the site behind the maintenance screen to everybody who has it. It goes with its author's account. */
export const PreviewLink = defineEntity({
  name: 'PreviewLink',
  tableName: 'preview_links',
  properties: {
    id: p.integer().primary(),
    name: p.string().length(80),
    tokenHash: p.string().length(64).unique('preview_links_token_hash_unique'),
    account: () => p.manyToOne(Account).deleteRule('cascade').index('preview_links_account'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    endsAt: p.datetime(3),
  },
});
export type PreviewLink = InferEntity<typeof PreviewLink>;

/** A mail to a member of staff. Its text may contain a link, so it is sealed until it is sent and then deleted. */
export const StaffMail = defineEntity({
  name: 'StaffMail',
  tableName: 'staff_mails',
  properties: {
    ...mailProperties(),
    email: p.string().length(254),
    kind: p.text(),
    sealed: p.text().nullable(),
  },
});
export type StaffMail = InferEntity<typeof StaffMail>;

/**
 * A form whose sender's session had ended. It is sealed for one account and page until it is shown again or expires. It
 * goes with its account, and backups leave it out, because there it would outlive its half hour.
 */
export const KeptForm = defineEntity({
  name: 'KeptForm',
  tableName: 'kept_forms',
  properties: {
    keyHash: p.string().length(64).primary(), // the hash of the key in the browser's cookie
    account: () => p.manyToOne(Account).deleteRule('cascade').index('kept_forms_account'),
    pageHash: p.string().length(64), // hashed, because an address may contain a search
    sealed: p.text(),
    expiresAt: p.datetime(3),
  },
});
