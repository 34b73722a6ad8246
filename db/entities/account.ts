import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { mailProperties } from './mail.ts';

/** Who may sign in. The role lies apart, in `users`: an account may have none. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.integer().primary(),
    email: p.string().length(254), // always lower case; unique
    passwordHash: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()'),
    deactivatedAt: p.datetime(3).nullable(), // since when it is as if it were not there
    lastSignInAt: p.datetime(3).nullable(),
    hasFirstPassword: p.boolean().default(false), // the one that the first start has printed
    name: p.string().length(100).nullable(), // as clients are to read it
    hasKeys: p.boolean().default(true), // whether single keys do things in the staff area
    handle: p.uuid().defaultRaw('gen_random_uuid()'), // what passkeys know it by
  },
  uniques: [{ name: 'accounts_email_unique', properties: 'email' }],
  checks: [{ name: 'accounts_email_lower', expression: 'email = lower(email)' }],
});
export type Account = InferEntity<typeof Account>;

const roles = ['admin', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** The role lookup: id is the account's. */
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

/** A sign-in. Tokens are kept as SHA-256 hashes; expiry is judged by the database's clock. */
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
    role: p.string().length(20).nullable(), // the account's when the tokens were given: another one means new tokens
    tokenType: p.string().length(20).default('bearer'),
    expiresIn: p.integer(), // seconds
    expiresAt: p.datetime(3),
    refreshedAt: p.datetime(3).defaultRaw('now()'),
    createdAt: p.datetime(3).defaultRaw('now()'),
    device: p.string().length(120).default('Unknown device'), // in words
    address: p.string().length(64).nullable(), // the client's, when it was last used
    lastUsedAt: p.datetime(3).defaultRaw('now()'),
    passwordAt: p.datetime(3).nullable(), // when the password was last given in it
    isLooking: p.boolean().default(false), // behind the maintenance screen
  },
});
export type Session = InferEntity<typeof Session>;

export const tokenPurposes = ['invite', 'reset', 'code', 'passkey'] as const;
export type TokenPurpose = (typeof tokenPurposes)[number];

/** What a link or a half-done sign-in holds: kept as a SHA-256 hash, for one purpose and one use, by the database's clock. */
export const AccountToken = defineEntity({
  name: 'AccountToken',
  tableName: 'account_tokens',
  properties: {
    tokenHash: p.string().length(64).primary(),
    purpose: p.enum(tokenPurposes),
    account: () => p.manyToOne(Account).nullable().deleteRule('cascade').index('account_tokens_account'),
    email: p.string().length(254),
    facts: p.json<Record<string, string>>().defaultRaw("'{}'"), // what the purpose needs besides
    tries: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3),
  },
  indexes: [{ name: 'account_tokens_email', properties: ['email', 'purpose'] }],
});
export type AccountToken = InferEntity<typeof AccountToken>;

/** A link to look behind the maintenance screen, for whoever has it: gone with the account that made it. */
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

/** A mail to a member of staff. What it says is sealed until it is sent, as it may hold a link, and forgotten then. */
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
 * A form whose sender's session had ended: sealed, for the one account and page, until it is shown again or too old.
 * Deleted with its account, and no part of backups, where it would outlive its half hour.
 */
export const KeptForm = defineEntity({
  name: 'KeptForm',
  tableName: 'kept_forms',
  properties: {
    keyHash: p.string().length(64).primary(), // of the key in the browser's cookie
    account: () => p.manyToOne(Account).deleteRule('cascade').index('kept_forms_account'),
    pageHash: p.string().length(64), // a page's address may hold what somebody looked for
    sealed: p.text(),
    expiresAt: p.datetime(3),
  },
});
